import { basename, isAbsolute } from "node:path";
import { currentLabels } from "../../crawl/current-labels.ts";
import { reportCrawl } from "../../crawl/report-crawl.ts";
import { countLabels } from "../../domain/strategy/label-need.ts";
import { type CountedPage, countedPages } from "../../evaluation/crawl-precision.ts";
import type { RecentYield, RunAnswers } from "../../evaluation/report/answers.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import { changesOfRun } from "../recrawl/change-table.ts";
import { missingTargetsOf } from "../run/next-steps.ts";
import type { ReadableRun } from "../run/read-run.ts";
import { recallOfRun } from "../run/recall-of-run.ts";
import { loadRunProject, type RunProject } from "../run/run-project.ts";
import { judgedSample } from "../sample/sample-verdicts.ts";
import { type RunTruth, truthFigures } from "./truth-of-run.ts";

/**
 * Gathers what a report answers first, for the terminal and for the page. Commands in it name the run
 * by `shownAs`.
 * @throws DowserError `bad-sample`, `run-damaged`
 */
export async function gatherAnswers(
  directory: string,
  run: ReadableRun,
  truth: RunTruth | undefined,
  // A report is handed on, and folders are private.
  shownAs: string = isAbsolute(directory) ? basename(directory) : directory,
): Promise<RunAnswers> {
  const totals = await reportCrawl(run);
  const labelled = await labelledPages(run.labels);
  const pages = await countedPages(run.records);
  return {
    totals,
    sample: await judgedSample(directory),
    byTruth: truth && truthFigures(pages, truth),
    recall: await recallOfRun(directory, run),
    labelled,
    isTaught: labelled.good + labelled.bad > 0 || isOfWordsOrExamples(loadRunProject(directory)),
    missing: await missingTargetsOf(directory, run, totals, shownAs),
    recent: recentYield(pages),
    changes: await changesOfRun(directory, run.records),
    events: await run.log.list(),
    directory: shownAs,
  };
}

/** Pages whose results say how much a crawl still brings. */
const RECENT = 100;

function recentYield(pages: readonly CountedPage[]): RecentYield | undefined {
  if (pages.length < 2 * RECENT) return undefined;
  const targets = pages.slice(-RECENT).filter(({ isTarget }) => isTarget).length;
  return { pages: RECENT, targets };
}

function isOfWordsOrExamples({ need }: Partial<RunProject> = {}): boolean {
  if (need === undefined) return false;
  return need.topic !== undefined || need.ontology !== undefined || need.good.length > 0;
}

async function labelledPages(labels: Pick<LabelStore, "list">): Promise<RunAnswers["labelled"]> {
  const current = currentLabels(await labels.list()).values();
  return countLabels(Array.from(current, ({ label }) => label));
}
