import { fail } from "../errors.ts";
import { formatChanges } from "../evaluation/change-figures.ts";
import { changesOfRun } from "../run/crawl/changes-of-run.ts";
import { crawlInto, endText, isPaused, pausedExitCode } from "../run/crawl/crawl.ts";
import {
  openEarlierRuns,
  type RecrawlValues,
  recrawlPlace,
  recrawlProject,
  withPartsOfUser,
} from "../run/crawl/recrawl-project.ts";
import { readRun } from "../run/folder/read-run.ts";
import { isCrawling } from "../run/folder/run-database.ts";
import { EXIT } from "../run/print/print-error.ts";
import { printNotice, printResult } from "../run/print/print-line.ts";

/** The options of the command line. */
export interface RecrawlOptions extends RecrawlValues {
  readonly into: string | undefined;
  /** The user's project file, which must name what leads out of the run. */
  readonly projectFile: string | undefined;
  /** Recordings to visit instead of the web of the run. */
  readonly web: readonly string[];
  readonly threads: number | undefined;
  readonly json: boolean;
}

/**
 * Runs `dowser recrawl`: visits the pages of a run again, or goes on with it.
 * @throws DowserError `no-run`, `earlier-run-active`
 */
export async function recrawlCommand(
  run: string,
  { into, projectFile, web: given, threads, json, ...values }: RecrawlOptions,
): Promise<number> {
  const place = await recrawlPlace(run, into);
  if (isCrawling(place.from)) throw fail("earlier-run-active", { directory: place.from });
  const earlier = openEarlierRuns(place.from);
  try {
    const known = (await earlier.histories()).length;
    const { web: before, ...kept } = recrawlProject(place, values, known);
    const project = await withPartsOfUser(kept, place.from, projectFile);
    const web = given.length > 0 || before === "live" ? given : before;
    const { from, into: directory } = place;
    const recrawl = { from, earlier };
    const options = { threads, recrawl };
    const { end, report, notice } = await crawlInto(directory, project, web, options);
    if (notice !== undefined) printNotice(notice);
    const changes = await changesIn(directory);
    const text = json
      ? JSON.stringify({ end, directory, of: from, changes, ...report })
      : `${changes && formatChanges(changes)}\n${endText(end)}; kept in ${directory}`;
    printResult(text);
    if (isPaused(end)) return pausedExitCode(end);
    return report.fetched === 0 ? EXIT.noPage : EXIT.ok;
  } finally {
    await earlier.close();
  }
}

async function changesIn(directory: string) {
  const run = readRun(directory);
  try {
    return await changesOfRun(directory, run.records);
  } finally {
    await run.close();
  }
}
