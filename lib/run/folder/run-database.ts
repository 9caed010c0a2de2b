import {
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { appendToRunLog } from "../../adapters/files/file-run-log.ts";
import type { Migration } from "../../adapters/sqlite/database-schema.ts";
import { isEmpty } from "../../adapters/sqlite/database-schema.ts";
import { isOpenedByCrawl, openDatabaseForReading } from "../../adapters/sqlite/open-database.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { fail } from "../../errors.ts";

/** Names of files in a run's directory. */
export const RUN_FILES = {
  database: "crawl.sqlite",
  pages: "pages",
  log: "log.jsonl",
  labels: "labels.jsonl",
  assessments: "assessments.jsonl",
  politeness: "politeness.jsonl",
  need: "need.json",
  seeds: "seeds.json",
  /** Without its ending, which is that of the user's file. */
  seedList: "seed-list",
  /** Sites whose sitemaps are read, while a crawl begins. */
  sitemaps: "sitemaps-read.txt",
  cost: "cost.json",
  /** Verdicts of the last look at all pages. */
  look: "look.sqlite",
  /** From which score on pages are called relevant, where somebody chose it for this run. */
  cut: "cut.json",
  training: "training",
  pauseRequest: "pause",
  /** Full texts of the pages, and of the posts on them; both can be made again. */
  search: "search.sqlite",
  searchPosts: "search-posts.sqlite",
} as const;

/**
 * Names of the samples that `dowser report` reads, in the directory of their run: of all pages, of those that are called
 * relevant, which an export has, and of queued links.
 */
export const SAMPLE_NAMES = {
  pages: "sample.jsonl",
  targets: "exported.jsonl",
  queued: "queued.jsonl",
} as const;

/** Names, and beginnings of names, of the files and folders that Dowser reads and writes in a run's directory. */
const OWN_NAMES = [
  ...Object.values(RUN_FILES),
  ...Object.values(SAMPLE_NAMES),
  "project.json",
  "sample.",
  "exported.verdicts.",
  "queued.verdicts.",
  "paths.txt",
  "ui-crawl.log",
];

/** Those that are folders. */
const FOLDERS: ReadonlySet<string> = new Set([RUN_FILES.pages, RUN_FILES.training]);

/**
 * Refuses a run with something in the place of a file that is none, or that leads out of the run: a run may come from
 * anybody. A pipe would be waited for without end, and what a link leads to would be read, or written, as the run's.
 * @throws DowserError `run-damaged`
 */
export function refuseStrangeFiles(directory: string): void {
  if (!isDirectory(directory)) return;
  const within = realpathSync(directory) + sep;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!OWN_NAMES.some((name) => entry.name.startsWith(name))) continue;
    const file = join(directory, entry.name);
    const isFolder = FOLDERS.has(entry.name);
    refuseStrangeEntry(file, entry, within, isFolder);
    if (entry.name === RUN_FILES.training) refuseStrangeFiles(file);
    if (entry.name !== RUN_FILES.pages) continue;
    for (const segment of readdirSync(file, { withFileTypes: true }))
      refuseStrangeEntry(join(file, segment.name), segment, within, false);
  }
}

/**
 * Refuses to write what a command makes over a file of a run, or into a folder of it, also where the run has none of that
 * name yet: it would be read as the run's.
 * @throws DowserError `file-exists`
 */
export function refuseRunFile(file: string): void {
  const place = placeOf(file);
  const [name, within] = [basename(place), dirname(place)];
  const isOwn = OWN_NAMES.some((own) => (FOLDERS.has(own) ? name === own : name.startsWith(own)));
  if ((isOwn && holdsRun(within)) || (FOLDERS.has(basename(within)) && holdsRun(dirname(within))))
    throw fail("file-exists/run", { file });
}

/** Returns where a file is, or will be, behind the links in its name. */
export function placeOf(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const named = isLink ? resolve(dirname(file), readlinkSync(file)) : file;
  const folder = dirname(named);
  return existsSync(folder) ? join(realpathSync(folder), basename(named)) : named;
}

function holdsRun(directory: string): boolean {
  return existsSync(join(directory, RUN_FILES.database));
}

function refuseStrangeEntry(file: string, entry: Dirent, within: string, isFolder: boolean): void {
  if (isFolder ? entry.isDirectory() : entry.isFile()) return;
  const isLink = entry.isSymbolicLink();
  if (isLink && !leadsInto(file, within))
    throw fail("run-damaged", { file, fault: "is a link that leads out of the run, or nowhere" });
  if (isLink && (isFolder ? isDirectory(file) : isFile(file))) return;
  throw fail("run-damaged", { file, fault: `is no ${isFolder ? "folder" : "file"}` });
}

function leadsInto(link: string, folder: string): boolean {
  try {
    return realpathSync(link).startsWith(folder);
  } catch {
    return false;
  }
}

/**
 * Opens the database of a run to read it; the tables of an older version are brought up to date.
 * @throws DowserError `no-run`, `run-is-locked`, `run-damaged`, `run-from-other-version`
 */
export function readRunDatabase(directory: string): DatabaseSync {
  const file = join(directory, RUN_FILES.database);
  if (!existsSync(file)) throw fail("no-run", { directory });
  refuseStrangeFiles(directory);
  const database = openDatabaseForReading(file, migrationOf(directory));
  if (!isEmpty(database)) return database;
  database.close();
  throw fail("run-damaged", { file, fault: "is empty" });
}

/**
 * Returns whether a crawl is at work in a directory, in any process.
 * @throws DowserError `no-run`, `run-damaged`
 */
export function isCrawling(directory: string): boolean {
  const file = join(directory, RUN_FILES.database);
  if (!existsSync(file)) throw fail("no-run", { directory });
  refuseStrangeFiles(directory);
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
  refuseStrangeFiles(dirname(file));
  if (!existsSync(file)) return undefined;
  const value = parse(file, revive);
  if (typeof value === "object" && value !== null) return value;
  throw fail("run-damaged", { file, fault: "holds no object" });
}

/** Returns whether a path is that of a directory, as a run's is. */
export function isDirectory(path: string): boolean {
  return statsOf(path)?.isDirectory() === true;
}

/** Ending of a file that is named in the place of a run: a project, or a sample. */
const FILE_ENDING = /\.(?:ya?ml|jsonl?)$/i;

/** Returns whether a path means a run. One that is nowhere and has no ending of a file does: the error says so. */
export function meansRun(path: string): boolean {
  return isDirectory(path) || (!existsSync(path) && !FILE_ENDING.test(path));
}

/** Returns whether a path is that of a file, as a project's is. */
export function isFile(path: string): boolean {
  return statsOf(path)?.isFile() === true;
}

/** Returns what a path leads to; `undefined` when that is nothing, or a circle. */
function statsOf(path: string) {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
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
