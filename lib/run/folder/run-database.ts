import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { appendToRunLog } from "../../adapters/files/file-run-log.ts";
import type { Migration } from "../../adapters/sqlite/database-schema.ts";
import { isOpenedByCrawl, openDatabaseForReading } from "../../adapters/sqlite/open-database.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { fail } from "../../errors.ts";

/** Names of files in a run's directory. */
export const RUN_FILES = {
  database: "crawl.sqlite",
  pages: "pages",
  log: "log.jsonl",
  labels: "labels.jsonl",
  politeness: "politeness.jsonl",
  need: "need.json",
  seeds: "seeds.json",
  /** Without its ending, which is that of the user's file. */
  seedList: "seed-list",
  cost: "cost.json",
  training: "training",
  pauseRequest: "pause",
} as const;

/**
 * Opens the database of a run to read it; the tables of an older version are brought up to date.
 * @throws DowserError `no-run`, `run-is-locked`, `run-damaged`, `run-from-other-version`
 */
export function readRunDatabase(directory: string): DatabaseSync {
  const file = join(directory, RUN_FILES.database);
  if (!existsSync(file)) throw fail("no-run", { directory });
  return openDatabaseForReading(file, migrationOf(directory));
}

/**
 * Returns whether a crawl is at work in a directory, in any process.
 * @throws DowserError `no-run`, `run-damaged`
 */
export function isCrawling(directory: string): boolean {
  const file = join(directory, RUN_FILES.database);
  if (!existsSync(file)) throw fail("no-run", { directory });
  return isOpenedByCrawl(file);
}

/** Returns what writes a migration to the log of a run. */
export function migrationOf(directory: string): Migration {
  return {
    onMigrated: (from: number, to: number) => {
      const event = { at: systemClock.now(), kind: "migrated", detail: { from, to } } as const;
      appendToRunLog(join(directory, RUN_FILES.log), event);
    },
  };
}

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
