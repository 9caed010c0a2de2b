import { existsSync } from "node:fs";
import { join } from "node:path";
import { getSystemErrorMessage, styleText } from "node:util";
import packageJson from "../../../package.json" with { type: "json" };
import { safeLines } from "../../domain/text/safe-text.ts";
import { DowserError, fail } from "../../errors.ts";

/** Exit codes of the process. */
export const EXIT = {
  ok: 0,
  /** A bug, or a machine that fails (disk full): the message says which. */
  failure: 1,
  /** The command line or the project file is wrong; nothing was begun. */
  usage: 2,
  /** A crawl ended, and fetched no page. */
  noPage: 3,
  /** A crawl ended with pages, and none is a target of what its need asks for. */
  noTarget: 4,
  /** Interrupted by Ctrl-C: a crawl paused, and the same command resumes it. */
  paused: 130,
} as const;

/** How a command that throws nothing has ended: it sets the exit code if that is not 0. */
export interface Ending {
  code: number;
}

/**
 * Prints an error for a person: the fault, the value and the hint; the stack only if asked. A URL or
 * a file name in it cannot control the terminal. Returns the exit code. A reader that left, as after
 * `dowser export … | head`, is no error.
 */
export function printError(
  thrown: unknown,
  stderr: NodeJS.WritableStream,
  withStack: boolean,
): number {
  if (isBrokenPipe(thrown)) return EXIT.ok;
  const error = explainError(thrown);
  const expected = error instanceof DowserError;
  const message = error instanceof Error ? error.message : String(error);
  const code = expected ? ` [${error.code}]` : "";
  stderr.write(`${styleText("red", "error", { stream: stderr })}${code}: ${safeLines(message)}\n`);
  if (expected)
    stderr.write(`${styleText("green", "hint", { stream: stderr })}: ${safeLines(error.hint)}\n`);
  if (withStack && error instanceof Error) stderr.write(`${safeLines(error.stack ?? "")}\n`);
  else if (!expected) stderr.write("run again with --stack to print the stack trace\n");
  return expected && error.reaction === "fix-config" ? EXIT.usage : EXIT.failure;
}

/** Returns whether the reader of the output has left. */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE";
}

const FULL_DISK = "make room on the disk, and run the same command again: a crawl resumes";

/** Hints for errors of the file system, by their codes in Node. */
const FILE_HINTS: Readonly<Record<string, string>> = {
  ENOENT: "make the directory first, or name another path",
  ENOTDIR: "name another path: a file exists where a directory is needed",
  EEXIST: "name another path: this one exists already",
  EISDIR: "name a file, not a directory",
  ENAMETOOLONG: "name a shorter path",
  ELOOP: "name another path: the links there lead in a circle",
  EACCES: "get the right to read and write there, or name another path",
  EPERM: "get the right to read and write there, or name another path",
  EROFS: "the disk is read-only: name a path on one that can be written to",
  ENOSPC: FULL_DISK,
  EDQUOT: FULL_DISK,
  EMFILE: "allow the process more open files (ulimit -n); the same command resumes a crawl",
  EIO: "check the disk; the same command resumes a crawl",
};

/** Hints by SQLite's primary result codes (sqlite.org/rescode.html). */
const DATABASE_HINTS: ReadonlyMap<number, string> = new Map([
  [3, "get the right to read and write the run's directory"],
  [5, "wait until the crawl in the run's directory has more time, and try again"],
  [8, "get the right to write the run's directory"],
  [10, "check the disk; the same command resumes a crawl"],
  [13, FULL_DISK],
  [14, "get the right to read and write the run's directory"],
]);

/** SQLite's codes for a damaged file, and for a file that is no database. */
const DAMAGED = new Set([11, 26]);

/** Node's message for an import whose package is not installed. */
const MISSING_PACKAGE = /^Cannot find package '(?<name>[^']+)' imported from /u;

/** Turns an error of the file system, of SQLite or of a missing package into one with a hint. */
function explainError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DowserError) return error;
  return (
    explainMissingPackage(error) ?? explainFileError(error) ?? explainDatabaseError(error) ?? error
  );
}

/** Explains a missing package: the smallest install has only the packages of a crawl. */
function explainMissingPackage(error: NodeJS.ErrnoException): DowserError | undefined {
  if (error.code !== "ERR_MODULE_NOT_FOUND") return undefined;
  const name = MISSING_PACKAGE.exec(error.message)?.groups?.["name"];
  if (name === undefined) return undefined;
  return fail("package-missing", { name, command: installCommand(name) }, error);
}

const ROOT = join(import.meta.dirname, "../../..");

/** Packages of which one is of no use without the other; those of one scope are, too. */
const TOGETHER: Readonly<Record<string, string>> = {
  n3: "ontologies",
  "rdfxml-streaming-parser": "ontologies",
  "ml-matrix": "link-distance",
  "wink-lemmatizer": "link-distance",
};

/** Returns the command that installs a package, with those that go with it, for the program that stands in `root`. */
export function installCommand(
  name: string,
  root: string = ROOT,
  ranges: Readonly<Record<string, string>> = packageJson.peerDependencies,
): string {
  const [before, ...inside] = root.split(/[\\/]node_modules[\\/]/);
  if (inside.length === 0) return "npm ci --omit=dev in the folder of Dowser";
  const others = Object.keys(ranges).filter((other) => kindOf(other) === kindOf(name));
  const names = others.length > 0 ? others : [name];
  const words = names.map((each) => each + versionOf(ranges[each])).join(" ");
  // What npx runs is in a folder of its own, which the next version does not share.
  if (/[\\/]_npx[\\/]/.test(root)) return `npm install --global dowser ${words}`;
  const isProject = existsSync(join(before ?? "", "package.json"));
  return `npm install ${isProject ? "" : "--global "}${words}`;
}

function kindOf(name: string): string {
  return name.startsWith("@") ? (name.split("/")[0] ?? name) : (TOGETHER[name] ?? name);
}

/** Returns the major version of a range such as `^3.1.0`, as npm is told it. */
function versionOf(range = ""): string {
  const [, version] = /^\^(0[.]\d+|\d+)/.exec(range) ?? [];
  return version === undefined ? "" : `@${version}`;
}

function explainFileError(error: NodeJS.ErrnoException): DowserError | undefined {
  const hint = FILE_HINTS[error.code ?? ""];
  if (hint === undefined) return undefined;
  const what = error.errno === undefined ? error.message : getSystemErrorMessage(error.errno);
  const { path } = error;
  const message = path === undefined ? what : `${path}: ${what}`;
  return fail("file-trouble", { message, hint, value: path }, error);
}

function explainDatabaseError(error: Error & { errcode?: unknown }): DowserError | undefined {
  if (typeof error.errcode !== "number") return undefined;
  // The low byte of an extended result code is its primary code.
  const code = error.errcode & 0xff;
  const file = "the run's database";
  if (DAMAGED.has(code))
    return fail("run-damaged", { file, fault: `cannot be read: ${error.message}` }, error);
  const hint = DATABASE_HINTS.get(code);
  if (hint === undefined) return undefined;
  const message = `${file}: ${error.message}`;
  return fail("file-trouble", { message, hint, value: undefined }, error);
}
