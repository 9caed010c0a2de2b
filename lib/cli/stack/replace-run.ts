import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { openDatabase } from "../../adapters/sqlite/open-database.ts";
import { fail } from "../../errors.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";

/**
 * Replaces the run of a directory: `write` fills an empty folder next to it, which takes its place
 * when it is complete; returns the result of `write`. Other files of the directory stay. Any failure, or a kill, leaves the
 * directory as it was. After a kill between two renames, the next call restores it. Only one
 * process at a time may do this.
 * @throws DowserError `not-a-pulled-run`, `run-is-locked`, and the errors of `write`
 */
export async function replaceRun<Result>(
  directory: string,
  write: (folder: string) => Promise<Result>,
): Promise<Result> {
  const place = resolve(directory);
  const [folder, old] = [`${place}.pull-new`, `${place}.pull-old`];
  if (existsSync(old) && !existsSync(place)) renameSync(old, place);
  refuseOtherFiles(place);
  rmSync(old, { recursive: true, force: true });
  removeLeftover(folder);
  mkdirSync(folder, { recursive: true });
  let result: Result;
  try {
    result = await write(folder);
    if (existsSync(place)) {
      copyOthers(place, folder);
      renameSync(place, old);
    }
    renameSync(folder, place);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  rmSync(old, { recursive: true, force: true });
  return result;
}

/**
 * Refuses a directory whose run is not the beginning of the crawl with this log: its own crawl went
 * another way.
 * @throws DowserError `not-a-pulled-run`, `run-damaged`
 */
export async function refuseOwnRun(directory: string, events: readonly RunEvent[]): Promise<void> {
  if (!holdsRun(directory)) return;
  // An upgrade of Dowser may have come at another time here than in the stack.
  const kept = unmigrated(await readFileRunLog(join(directory, RUN_FILES.log)));
  const asked = unmigrated(events);
  const isStarting = kept.every((event, index) => isDeepStrictEqual(event, asked[index]));
  // The log of a pulled crawl is never empty.
  if (kept.length === 0 || !isStarting) throw fail("not-a-pulled-run", { directory });
}

function unmigrated(events: readonly RunEvent[]): readonly RunEvent[] {
  return events.filter(({ kind }) => kind !== "migrated");
}

/**
 * Refuses other files. A directory without a run may hold the training crawl of `dowser start`,
 * which is there earlier.
 */
function refuseOtherFiles(directory: string): void {
  if (!existsSync(directory) || holdsRun(directory)) return;
  const others = readdirSync(directory).filter((name) => name !== RUN_FILES.training);
  if (others.length > 0) throw fail("not-a-pulled-run", { directory });
}

function holdsRun(directory: string): boolean {
  return existsSync(join(directory, RUN_FILES.database));
}

/** Removes the folder that a killed process left; a running process has it locked. */
function removeLeftover(folder: string): void {
  if (holdsRun(folder)) openDatabase(join(folder, RUN_FILES.database)).close();
  rmSync(folder, { recursive: true, force: true });
}

/** Copies files that were not written again; the files of a database belong together. */
function copyOthers(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    const isWritten = existsSync(join(to, name)) || name.startsWith(RUN_FILES.database);
    if (!isWritten) cpSync(join(from, name), join(to, name), { recursive: true });
  }
}
