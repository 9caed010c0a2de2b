/** Visits the pages of a crawl again: of a run on this machine, or of a stack. */
import { type DowserError, fail } from "../errors.ts";
import { formatChanges, gatherChanges } from "../evaluation/change-figures.ts";
import { crawlInto, endText, isPaused, pausedExitCode } from "../run/crawl/crawl.ts";
import {
  openEarlierRuns,
  type RecrawlValues,
  recrawlPlace,
  recrawlProject,
  withPartsOfUser,
} from "../run/crawl/earlier-runs.ts";
import { readRun } from "../run/folder/read-run.ts";
import { isCrawling } from "../run/folder/run-database.ts";
import { loadRunProject } from "../run/folder/run-project.ts";
import { EXIT } from "../run/print/print-error.ts";
import { printNotice, printResult } from "../run/print/print-line.ts";
import { callStack, stackAccess } from "../run/stack/stack-client.ts";
import { renewSecrets, type StackOptions } from "../run/stack/stack-orders.ts";
import { orderSchema } from "../stack/api/schemas.ts";

/** The options of the command line. */
export interface RecrawlOptions extends RecrawlValues {
  readonly into?: string | undefined;
  /** The user's project file, which must name what leads out of the run. */
  readonly projectFile?: string | undefined;
  /** Recordings to visit instead of the web of the run. */
  readonly web: readonly string[];
  readonly threads?: number | undefined;
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
  await using earlier = openEarlierRuns(place.from);
  const known = (await earlier.histories()).length;
  const { web: before, ...kept } = recrawlProject(place, values, known);
  const project = await withPartsOfUser(kept, place.from, projectFile);
  const web = given.length > 0 || before === "live" ? given : before;
  const { from, into: directory } = place;
  const crawling = { threads, earlier };
  const { end, report, notice } = await crawlInto(directory, project, web, crawling);
  if (notice !== undefined) printNotice(notice);
  const changes = await changesIn(directory);
  const text = json
    ? JSON.stringify({ end, directory, of: from, changes, ...report })
    : `${changes && formatChanges(changes)}\n${endText(end)}; kept in ${directory}`;
  printResult(text);
  if (isPaused(end)) return pausedExitCode(end);
  return report.fetched === 0 ? EXIT.noPage : EXIT.ok;
}

async function changesIn(directory: string) {
  await using run = readRun(directory);
  return await gatherChanges(run.records, loadRunProject(directory));
}

/**
 * Runs `dowser recrawl` for a stack: its crawl that has ended is come back to. Sessions are renewed, as
 * those of the last crawl may be over. `others` are the options that only a run on this machine takes.
 * @throws DowserError `recrawl-in-stack`, `no-stack-named`
 */
export async function stackRecrawlCommand(
  { json, pages, ...choice }: StackOptions & { readonly pages: number | undefined },
  others: Readonly<Record<string, unknown>>,
): Promise<void> {
  const given = Object.keys(others).filter((option) => isGiven(others[option]));
  if (given.length > 0) throw notInStack(given);
  const access = await stackAccess(choice);
  await renewSecrets(choice);
  const path = `/crawl/recrawl${pages === undefined ? "" : `?pages=${pages}`}`;
  const order = await callStack(access, { method: "POST", path, schema: orderSchema });
  const text = `${order.crawl}: the stack visits the pages of its last crawl again`;
  printResult(json ? JSON.stringify(order) : text);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

function notInStack(options: readonly string[]): DowserError {
  const named = options.map((option) => `--${option}`).join(", ");
  return fail("recrawl-in-stack", { named, value: options });
}
