/** Runs as an agent names them: by name, in the folder of runs, and nothing else. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { DowserError, fail } from "../errors.ts";
import { damageOf, type RunFolder } from "../workbench/host/run-folder.ts";

/**
 * Returns the directory of a run. A link may not lead out of the folder of runs: who made it did not make it for
 * agents.
 * @throws DowserError `bad-run-name`, `agent-run`, `no-run`
 */
export function directoryOf(folder: RunFolder, run: string): string {
  const directory = folder.directory(run);
  if (!existsSync(directory)) throw fail("no-run", { directory: folder.named(run) });
  if (realpathSync(directory) !== join(realpathSync(dirname(directory)), run))
    throw fail("agent-run", { run });
  return directory;
}

/** Tells what went wrong without the place of the folder, which is private. */
export function toldOf(
  error: unknown,
  folder: RunFolder,
  { run }: { readonly run?: unknown },
): unknown {
  const isKnown = error instanceof DowserError || typeof run === "string";
  return isKnown ? damageOf(error, folder, String(run)) : error;
}
