/** The runs of a folder as they lie on the disk: their figures, and what may be done with one as a whole. */
import { existsSync } from "node:fs";
import { cp, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isOpenedByCrawl } from "../../adapters/sqlite/open-database.ts";
import { fail } from "../../errors.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import type { RunFigures } from "../schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import type { CrawlParts } from "./crawls.ts";
import { freeName } from "./projects.ts";
import { fileState, WatchedRun } from "./watched-run.ts";

/** Files whose change changes the figures of a run. */
const COUNTED = [RUN_FILES.database, `${RUN_FILES.database}-wal`, RUN_FILES.look, RUN_FILES.labels];

/** Tells the figures of runs, and renames, duplicates and deletes them. */
export function createRuns(parts: CrawlParts): WorkbenchPorts["runs"] {
  const { folder, runs } = parts;
  const known = new Map<string, { readonly state: string; readonly figures: RunFigures }>();
  return {
    async figures(run) {
      const directory = folder.directory(run);
      if (!existsSync(join(directory, RUN_FILES.database)))
        throw fail("no-run", { directory: folder.named(run) });
      const state = COUNTED.map((file) => fileState(join(directory, file))).join(" ");
      const before = known.get(directory);
      const figures = before?.state === state ? before.figures : await countedIn(directory);
      known.set(directory, { state, figures });
      return figures;
    },
    async rename(run, to) {
      const [from, directory] = [folder.directory(run), folder.directory(to)];
      refuseBusy(parts, run);
      if (existsSync(directory)) throw fail("run-exists", { run: to });
      await runs.leave(from);
      await rename(from, directory);
      return { run: to };
    },
    async duplicate(run) {
      const directory = folder.directory(run);
      refuseBusy(parts, run);
      const to = freeName(folder, run);
      // It has a name that no list has until it is whole.
      const half = join(dirname(directory), `.${to}`);
      await rm(half, { recursive: true, force: true });
      await cp(directory, half, { recursive: true });
      await rename(half, folder.directory(to));
      return { run: to };
    },
    async remove(run) {
      const directory = folder.directory(run);
      refuseBusy(parts, run);
      await runs.leave(directory);
      await rm(directory, { recursive: true });
      return { run };
    },
  };
}

/** @throws DowserError `no-run`, `run-is-busy` where a crawl is at work in it */
function refuseBusy({ folder, processes }: CrawlParts, run: string): void {
  const directory = folder.directory(run);
  if (!existsSync(directory)) throw fail("no-run", { directory: folder.named(run) });
  if (processes.isRunning(directory) || isOpenedByCrawl(join(directory, RUN_FILES.database)))
    throw fail("run-is-busy", { run });
}

/** Counts a run as all views do; it is not kept open, as there may be many. */
async function countedIn(directory: string): Promise<RunFigures> {
  const watched = new WatchedRun(directory);
  try {
    await watched.refresh();
    const { fetched, targets } = await watched.report();
    const labels = await watched.labels();
    return { pages: fetched, targets, labels: labels.size, bytes: await bytesOf(directory) };
  } finally {
    await watched.close();
  }
}

async function bytesOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(
    async ({ parentPath, name }) => (await stat(join(parentPath, name))).size,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
