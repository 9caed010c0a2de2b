import { currentLabels, ofPeople } from "../../crawl/labels.ts";
import { type CrawlReport, reportCrawl } from "../../crawl/report-crawl.ts";
import { countLabels } from "../../domain/methods/label-need.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import { fileNeed } from "../../project/files-schema.ts";
import { statedStop } from "../../project/plan-crawl.ts";
import { gatherChanges } from "../change-figures.ts";
import type { CountedPage } from "../crawl-precision.ts";
import { explainMissingTargets, type MissingTargets } from "../missing-targets.ts";
import { recallStatement } from "../recall-statement.ts";
import type { RecentYield, RunAnswers } from "./answers.ts";
import { cutFigures, type UsedCut } from "./cut-figures.ts";
import type { ReportedProject, ReportSources } from "./report-sources.ts";
import { type RunTruth, truthFigures } from "./run-report.ts";

/**
 * Gathers what a report answers first, for the terminal and for the page; `pages` are all that the
 * crawl fetched.
 */
export async function gatherAnswers(
  sources: ReportSources,
  pages: readonly CountedPage[],
  truth: RunTruth | undefined,
): Promise<RunAnswers> {
  const { project, records, log, sample, exported, queued, assessed, shownAs } = sources;
  const totals = await reportCrawl(sources);
  const rule = statedStop(project, sources);
  const labelled = await labelledPages(sources.labels);
  return {
    totals,
    sample,
    exported,
    queued,
    assessed,
    byTruth: truth && truthFigures(pages, truth),
    recall: rule && (await recallStatement(sources, rule)),
    cut: await cutFigures(records, decidingCut(sources.cut?.())),
    labelled,
    isTaught: labelled.good + labelled.bad > 0 || isOfWordsOrExamples(project),
    missing: await missingTargetsOf(sources, totals),
    recent: recentYield(pages),
    changes: await gatherChanges(records, project),
    events: await log.list(),
    directory: shownAs,
    resume: sources.resume,
  };
}

/** Returns a cut that decides; without one pages are called as their judge did, as in a report of a crawl nobody looked at. */
function decidingCut(used: UsedCut | undefined): UsedCut | undefined {
  return used?.at === null && used.cannotTell === undefined ? undefined : used;
}

/** The parts of the sources that the missing target pages are explained by. */
type ReportedPages = Pick<ReportSources, "records" | "viewOf" | "project" | "shownAs">;

/** Explains why a crawl has no target page; returns `undefined` for one that has one. */
export async function missingTargetsOf(
  { records, viewOf, project, shownAs }: ReportedPages,
  report: CrawlReport,
): Promise<MissingTargets | undefined> {
  if (report.targets > 0) return undefined;
  const { need, scope } = project;
  return explainMissingTargets({
    records,
    report,
    directory: shownAs,
    viewOf,
    topic: need?.topic,
    files: fileNeed(need?.files),
    threshold: need?.threshold,
    isScopeOpen: scope?.hosts === "any",
  });
}

/** Pages whose results say how much a crawl still brings. */
const RECENT = 100;

function recentYield(pages: readonly CountedPage[]): RecentYield | undefined {
  if (pages.length < 2 * RECENT) return undefined;
  const targets = pages.slice(-RECENT).filter(({ isTarget }) => isTarget).length;
  return { pages: RECENT, targets };
}

function isOfWordsOrExamples({ need }: Partial<ReportedProject>): boolean {
  if (need === undefined) return false;
  return need.topic !== undefined || need.ontology !== undefined || need.good.length > 0;
}

async function labelledPages(labels: Pick<LabelStore, "list">): Promise<RunAnswers["labelled"]> {
  const given = ofPeople(currentLabels(await labels.list()).values());
  return countLabels(given.map(({ label }) => label));
}
