import { existsSync } from "node:fs";
import { join, sep } from "node:path";
import { DowserError, fail } from "../../errors.ts";
import { reasonOf } from "../../project/read-text-file.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import type { RunFolder } from "./run-folder.ts";
import type { WatchedRun, WatchedRuns } from "./watched-run.ts";

/** The runs of a folder, as views read them. */
export interface OpenedRuns {
  readonly folder: RunFolder;
  readonly runs: WatchedRuns;
}

/**
 * Opens a run with what is new in it.
 * @throws DowserError `no-run`, in which the run has its name in the folder: paths are private
 */
export async function openedRun({ folder, runs }: OpenedRuns, run: string): Promise<WatchedRun> {
  const directory = folder.directory(run);
  if (!existsSync(join(directory, RUN_FILES.database)))
    throw fail("no-run", { directory: folder.named(run) });
  const watched = runs.get(directory);
  await watched.refresh();
  return watched;
}

/**
 * Tells why something could not be done with a run, without the place of the folder, which is private. What is no
 * refusal was raised by the run's files: whatever is wrong with one run, the others are read.
 */
export function damageOf(error: unknown, folder: RunFolder, run: string): DowserError {
  const withoutPlace = (text: string) => text.replaceAll(`${folder.folder}${sep}`, "");
  if (!(error instanceof DowserError)) {
    const fault = `cannot be read: ${withoutPlace(reasonOf(error))}`;
    return fail("run-damaged", { file: folder.named(run), fault }, error);
  }
  const { code, reaction, value, hint, message } = error;
  const details = { code, reaction, value, hint: withoutPlace(hint), cause: error };
  return new DowserError(withoutPlace(message), details);
}
