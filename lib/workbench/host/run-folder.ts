/** Runs in the folder of the page, opened once and kept open while they are looked at. */
import { type Dirent, existsSync, readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { DowserError, fail } from "../../errors.ts";
import type { SampledPage } from "../../evaluation/sample-pages.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import { reasonOf } from "../../project/read-text-file.ts";
import { projectFileIn, RUN_NAME, readProjectFile } from "../../run/folder/project-files.ts";
import {
  isDirectory,
  isFile,
  RUN_FILES,
  refuseStrangeFiles,
} from "../../run/folder/run-database.ts";
import { readSample, sampleOfRun, verdictsOf } from "../../run/judge/sample-file.ts";
import type { WatchedRun, WatchedRuns } from "./watched-run.ts";

/** Longest part of a name that is no name which is quoted. */
const MAX_QUOTED = 100;

/** A folder with project files, and their runs below `runs`. */
export class RunFolder {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Returns the directory of a run, which may not exist yet.
   * @throws DowserError `bad-run-name`
   */
  directory(run: string): string {
    if (RUN_NAME.test(run)) return join(this.folder, "runs", run);
    const cut = run.length > MAX_QUOTED ? `${run.slice(0, MAX_QUOTED)}…` : run;
    throw fail("bad-run-name", { run: JSON.stringify(cut), value: cut });
  }

  /** Returns the run as commands in the folder name it. */
  named(run: string): string {
    return relative(this.folder, this.directory(run));
  }

  /** Lists the runs, the one that changed last first. */
  runs(): readonly { readonly run: string; readonly changedAt: number }[] {
    const runs = join(this.folder, "runs");
    if (!isDirectory(runs)) return [];
    return readdirSync(runs, { withFileTypes: true })
      .filter((entry) => RUN_NAME.test(entry.name) && mayBeRun(entry))
      .flatMap(({ name: run }) => {
        const changed = changedAt(join(runs, run));
        return changed === undefined ? [] : [{ run, changedAt: changed }];
      })
      .toSorted((a, b) => b.changedAt - a.changedAt);
  }

  /**
   * Returns the project file of the folder whose project has a name; `undefined` when there is none. A name that leads
   * elsewhere has none: a run says its own.
   */
  projectFile(name: string): string | undefined {
    return projectFileIn(this.folder, name);
  }

  /** Returns the text of a project file. */
  projectText(file: string): string {
    return readProjectFile(file);
  }
}

/** A link that leads nowhere, or in a circle, was one to a run. */
function mayBeRun(entry: Dirent): boolean {
  return (
    entry.isDirectory() || (entry.isSymbolicLink() && !isFile(join(entry.parentPath, entry.name)))
  );
}

function changedAt(directory: string): number | undefined {
  const files = [RUN_FILES.log, RUN_FILES.database].map((file) => join(directory, file));
  const times = files.flatMap((file) => {
    try {
      const stats = statSync(file, { throwIfNoEntry: false });
      return stats === undefined ? [] : [stats.mtimeMs];
    } catch {
      // Something is there that cannot be looked at: the run is listed, and says so itself.
      return [0];
    }
  });
  return times.length === 0 ? undefined : Math.max(...times);
}

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

/** A sample of a run, and what people said of its pages. */
export interface RunSample {
  readonly file: string;
  readonly pages: readonly SampledPage[];
  readonly verdicts: LabelStore;
}

/**
 * Reads a sample in a run's directory, of all pages or of those called relevant; returns `undefined` where none was drawn.
 * @throws DowserError `bad-sample`
 */
export function openSample(
  directory: string,
  of: "pages" | "targets" = "pages",
): RunSample | undefined {
  refuseStrangeFiles(directory);
  const file = sampleOfRun(directory, of);
  if (!existsSync(file)) return undefined;
  return { file, pages: readSample(file), verdicts: verdictsOf(file) };
}
