import { currentLabels } from "../../crawl/labels.ts";
import { type CrawlReport, reportCrawl } from "../../crawl/report-crawl.ts";
import { lastMark } from "../../crawl/run-marks.ts";
import {
  type RecallStatement,
  recallInWords,
} from "../../domain/stats/intervals/recall-statement.ts";
import { quotedWord } from "../../domain/text/safe-text.ts";
import { assessedInWords } from "../../evaluation/assessed-pages.ts";
import {
  type ChangeFigures,
  formatChanges,
  gatherChanges,
} from "../../evaluation/change-figures.ts";
import { featureState } from "../../evaluation/feature-figures.ts";
import { type CutFigures, cutFigures, cutInWords } from "../../evaluation/report/cut-figures.ts";
import { formatTotals } from "../../evaluation/report/format-totals.ts";
import { spentSites } from "../../evaluation/site-figures.ts";
import {
  headlineInWords,
  type JudgedHarvest,
  offerInWords,
  sampleInWords,
} from "../../evaluation/verdict-words.ts";
import { endInWords, pauseOf } from "../../features/lists.ts";
import type { PageLabel } from "../../ports/label-store.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { readRun } from "../folder/read-run.ts";
import { recallOfRun } from "../folder/recall-of-run.ts";
import { isCrawling } from "../folder/run-database.ts";
import { commandOf, loadRunProject, type RunProject } from "../folder/run-project.ts";
import { judgedOfRun } from "../judge/assessed-run.ts";
import { dueInWords, isLookDue } from "../judge/look-at-run.ts";
import { heldInWords, heldLabels } from "../judge/named-pages.ts";
import { printResult } from "../print/print-line.ts";
import { timeSpan } from "../print/progress-line.ts";

/**
 * State of a crawl on this machine. One that was killed, or whose machine lost power, is
 * `interrupted`: nothing is lost but what was in flight.
 */
type RunState = "crawling" | "paused" | "finished" | "interrupted";

/** Runs `dowser status RUN`: prints the state and the figures of a crawl on this machine. */
export async function runStatusCommand(
  directory: string,
  options: { readonly json: boolean },
): Promise<void> {
  printResult(await runStatusText(directory, options, Date.now()));
}

/**
 * Returns the state and figures of a run as text, also while another process crawls into it. `now` is in ms since the
 * epoch.
 * @throws DowserError `no-run`
 */
export async function runStatusText(
  directory: string,
  { json }: { readonly json: boolean },
  now: number,
): Promise<string> {
  const status = await readRunStatus(directory);
  const { state, mark, project, lastAnswerAt, report, sample, exported, assessed } = status;
  if (json) return statusJson(directory, status);
  const named = stateInWords(state, mark?.detail["why"], commandOf(project));
  const isAtWork = state === "crawling";
  const since = mark === undefined ? undefined : now - mark.at;
  const told = timesInWords({ since, isAtWork, lastAnswerAt, now });
  const spent = budgetInWords(report.fetched, project?.budget?.pages ?? null);
  const head = `${directory}: ${named}${told}${spent}`;
  const harvest = headlineInWords({ totals: report, sample, exported, assessed });
  const lines = linesInWords(directory, { ...status, isAtWork });
  return [head, harvest, "", formatTotals(report), ...lines].join("\n");
}

/** The state and the figures of a run. */
interface RunStatus extends Omit<JudgedHarvest, "totals"> {
  readonly state: RunState;
  /** The last start or end in its log. */
  readonly mark: RunEvent | undefined;
  /** Why it has finished. */
  readonly end: string | null;
  /** In ms since the epoch. */
  readonly lastAnswerAt: number | undefined;
  readonly report: CrawlReport;
  readonly recall: RecallStatement | undefined;
  readonly project: Partial<RunProject> | undefined;
  /** Sites that have all their pages; `undefined` where there is no such limit. */
  readonly full: number | undefined;
  readonly keys: Readonly<Record<string, unknown>>;
  readonly paragraphs: readonly string[];
  /** The label of each page that has one, and those that are held back. */
  readonly labels: readonly PageLabel[];
  readonly held: readonly PageLabel[];
  readonly changes: ChangeFigures | undefined;
  readonly cut: CutFigures | undefined;
  /** Whether pages or labels came since all pages were judged. */
  readonly isDue: boolean;
}

/**
 * Reads the state and figures of a run, also while another process crawls into it; that process is not disturbed.
 * @throws DowserError `no-run`
 */
export async function readRunStatus(directory: string): Promise<RunStatus> {
  // Asked before the log is read: a crawl that ends in between has written how.
  const isAtWork = isCrawling(directory);
  await using run = readRun(directory);
  const mark = lastMark(await run.log.list());
  const state = isAtWork ? "crawling" : stateAfter(mark);
  const why = mark?.detail["why"];
  const project = loadRunProject(directory);
  const { pagesPerSite } = project?.budget ?? {};
  return {
    state,
    mark,
    end: state === "finished" && typeof why === "string" ? why : null,
    lastAnswerAt: await timeOfLastAnswer(run),
    report: await reportCrawl(run),
    recall: await recallOfRun(directory, run),
    project,
    full: pagesPerSite ? spentSites(run.pagesByHost(), pagesPerSite) : undefined,
    ...(await featureState(run.records, project)),
    ...(await judgedOfRun(directory, run)),
    labels: [...currentLabels(await run.labels.list()).values()],
    held: await heldLabels(run),
    changes: await gatherChanges(run.records, project),
    cut: await cutFigures(run.records, run.cut()),
    isDue: await isLookDue(directory, run),
  };
}

function statusJson(directory: string, status: RunStatus): string {
  const { state, end, mark, lastAnswerAt, project, full, recall, cut, changes } = status;
  const { assessed, sample, exported, queued, held, isDue, keys, report } = status;
  return JSON.stringify({
    directory,
    state,
    end,
    since: mark?.at,
    lastAnswerAt,
    budget: project?.budget?.pages ?? null,
    spentSites: full ?? null,
    recall: recall ?? null,
    cut: cut ?? null,
    changes,
    assessed: assessed ?? null,
    sample: sample ?? null,
    exported: exported ?? null,
    queued: queued ?? null,
    heldLabels: held,
    isLookDue: isDue,
    ...keys,
    ...report,
  });
}

/** Returns what a status says below its figures. */
function linesInWords(
  directory: string,
  found: RunStatus & { readonly isAtWork: boolean },
): string[] {
  const { report, recall, project, full, paragraphs, sample, queued, assessed } = found;
  const { held, changes, cut, isDue, isAtWork } = found;
  const offer =
    isAtWork || report.fetched === 0
      ? undefined
      : offerInWords(sample, quotedWord(directory), report.fetched);
  return [
    ...(cut === undefined ? [] : cutInWords(cut)),
    ...dueInWords(isDue, directory),
    ...sitesInWords(full, project?.budget?.pagesPerSite),
    ...(recall === undefined ? [] : [recallInWords(recall)]),
    ...(queued === undefined ? [] : [sampleInWords(queued)]),
    ...(assessed === undefined ? [] : [assessedInWords(assessed)]),
    ...paragraphs,
    ...heldInWords(held, directory),
    ...(offer === undefined ? [] : [offer]),
    ...(changes === undefined ? [] : ["", formatChanges(changes)]),
  ];
}

function sitesInWords(full: number | undefined, pagesPerSite: number | undefined): string[] {
  if (full === undefined || pagesPerSite === undefined) return [];
  const pages = pagesPerSite.toLocaleString("en");
  return [`${full.toLocaleString("en")} sites have their ${pages} pages (budget.pagesPerSite)`];
}

function budgetInWords(fetched: number, budget: number | null): string {
  const [pages, most] = [fetched, budget].map((count) => count?.toLocaleString("en"));
  return budget === null ? "" : `; ${pages} of at most ${most} pages`;
}

interface StatusTimes {
  /** Time since the crawl began or ended, in ms; `undefined` before it began. */
  readonly since: number | undefined;
  readonly isAtWork: boolean;
  readonly lastAnswerAt: number | undefined;
  readonly now: number;
}

function timesInWords({ since, isAtWork, lastAnswerAt, now }: StatusTimes): string {
  const told = since === undefined ? "" : `, ${isAtWork ? "for" : "since"} ${timeSpan(since)}`;
  return `${told}; ${lastInWords(lastAnswerAt, now)}`;
}

function lastInWords(at: number | undefined, now: number): string {
  return at === undefined ? "no answer yet" : `last answer ${timeSpan(now - at)} ago`;
}

function stateAfter(mark: RunEvent | undefined): RunState {
  if (mark?.kind === "paused" || mark?.kind === "finished") return mark.kind;
  return "interrupted";
}

function stateInWords(state: RunState, why: unknown, command: string): string {
  const because = typeof why === "string" ? (endInWords(why) ?? why) : "";
  switch (state) {
    case "crawling":
      return "crawling";
    case "finished":
      return `finished: ${because}`;
    case "paused":
      return pauseOf(why) !== undefined
        ? `paused: ${because}; then the same dowser ${command} command resumes`
        : `paused; the same dowser ${command} command resumes`;
    case "interrupted":
      return `interrupted; the same dowser ${command} command resumes, nothing is lost`;
  }
}

async function timeOfLastAnswer({
  records,
}: {
  readonly records: Pick<RecordStore, "list" | "totals">;
}): Promise<number | undefined> {
  const totals = await records.totals();
  let last: number | undefined;
  for await (const { fetchedAt, fetchMs } of records.list(totals.records - 1))
    last = fetchedAt + fetchMs;
  return last;
}
