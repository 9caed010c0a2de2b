import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { fail } from "../../errors.ts";

/**
 * Reads the JSON object in a file of a run; returns `undefined` when there is no file. `revive` as
 * in `JSON.parse`.
 * @throws DowserError `run-damaged`
 */
export function readRunFile(
  file: string,
  revive?: (key: string, value: unknown) => unknown,
): object | undefined {
  if (!existsSync(file)) return undefined;
  const value = parse(file, revive);
  if (typeof value === "object" && value !== null) return value;
  throw fail("run-damaged", { file, fault: "holds no object" });
}

/** Returns whether a path is that of a directory, as a run's is. */
export function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Returns whether a path is that of a file, as a project's is. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Writes a file of a run; a kill leaves the old file or the new one. */
export function writeRunFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { flush: true });
  renameSync(`${file}.new`, file);
}

function parse(file: string, revive?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"), revive);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw fail("run-damaged", { file, fault: "is not JSON" }, cause);
  }
}
