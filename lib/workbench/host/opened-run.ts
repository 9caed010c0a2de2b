import { existsSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../../errors.ts";
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
