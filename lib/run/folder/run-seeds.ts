import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { extname, join } from "node:path";
import { type GivenSeeds, givenSeeds } from "../../evaluation/report/report-sources.ts";
import { seedLines } from "../../project/seed-list.ts";
import { RUN_FILES } from "./run-database.ts";
import { loadFoundSeeds } from "./run-inputs.ts";
import { loadRunProject, type RunProject } from "./run-project.ts";

/**
 * Keeps the list of seeds in the directory of its run, when none is kept yet: what became of each
 * line can be told when the user's file is gone.
 */
export function saveSeedList(
  directory: string,
  { seeds: { file } }: Pick<RunProject, "seeds">,
): void {
  if (file === undefined) return;
  const kept = keptList(directory, file);
  if (existsSync(kept)) return;
  copyFileSync(file, `${kept}.new`);
  renameSync(`${kept}.new`, kept);
}

/**
 * Returns the sites whose sitemaps the run has read; `undefined` where it was begun by a version that read all of them
 * before its first page. `begins` makes the file of a run without links.
 */
export function sitemapsRead(
  directory: string,
  { begins }: { readonly begins: boolean },
): ReadonlySet<string> | undefined {
  const file = join(directory, RUN_FILES.sitemaps);
  if (begins && !existsSync(file)) writeFileSync(file, "", { flush: true });
  if (!existsSync(file)) return undefined;
  return new Set(readFileSync(file, "utf8").split("\n").slice(0, -1));
}

/** Notes that the pages of a site's sitemaps are offered: they are not read again when the crawl is resumed. */
export function noteSitemapsRead(directory: string, site: string): void {
  appendFileSync(join(directory, RUN_FILES.sitemaps), `${site}\n`);
}

function keptList(directory: string, file: string): string {
  return join(directory, seedListName(file));
}

/** Names the file of a run that keeps the list of seeds in `file`; its ending says how it is read. */
export function seedListName(file: string): string {
  return `${RUN_FILES.seedList}${extname(file).toLowerCase()}`;
}

/** Reads the seeds of a run; there are none where its project is not known. */
export function seedsOfRun(directory: string): GivenSeeds {
  const project = loadRunProject(directory) ?? {};
  const file = project.seeds?.file;
  const kept = file === undefined ? undefined : keptList(directory, file);
  const found = loadFoundSeeds(join(directory, RUN_FILES.seeds));
  return givenSeeds(project, found, async function* (scope) {
    if (kept === undefined || !existsSync(kept)) return;
    for await (const { line, text, url, reason: leftOut } of seedLines(kept, scope))
      yield { from: "list", line, text, url, leftOut };
  });
}
