import packageJson from "../../../package.json" with { type: "json" };
import { currentLabels, ofPeople } from "../../crawl/labels.ts";
import { isGood } from "../../domain/methods/label-need.ts";
import type { Need } from "../../domain/methods/strategy.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { countedPages } from "../crawl-precision.ts";
import { gatherFigures, type RunFigures } from "../run-figures.ts";
import type { RunAnswers } from "./answers.ts";
import { crawlRequest } from "./crawl-request.ts";
import { gatherAnswers } from "./gather-answers.ts";
import { reportChapters, reportHtml } from "./report-html.ts";
import type { ReportSources } from "./report-sources.ts";
import { gatherSeedAnswers } from "./report-text.ts";
import type { RunReport, RunTruth } from "./run-report.ts";
import { type Plot, plotsOf } from "./section.ts";

/** What a report depends on beside its crawl. */
interface WrittenReport {
  readonly truth?: RunTruth | undefined;
  /** In ms since the epoch. */
  readonly writtenAt: number;
}

/** The report of a crawl as a page for others to read, and its plots. */
interface ReportPage {
  readonly html: string;
  readonly plots: readonly Plot[];
}

/** Makes the report of a crawl as a page: the same crawl gives the same page, but for the time. */
export async function reportPage(
  sources: ReportSources,
  written: WrittenReport,
): Promise<ReportPage> {
  const pages = await countedPages(sources.records);
  const answers = await gatherAnswers(sources, pages, written.truth);
  const report = { ...answers, ...(await gatherDetails(sources, written)) };
  const chapters = reportChapters(report);
  return { html: reportHtml(report, chapters), plots: plotsOf(chapters) };
}

/** Most hosts named in the politeness ledger. */
const MOST_GAPS = 10;

/** Gathers what the report of a crawl has beside the answers. */
async function gatherDetails(
  sources: ReportSources,
  { truth, writtenAt }: WrittenReport,
): Promise<Omit<RunReport, keyof RunAnswers>> {
  const request = crawlRequest(sources.project);
  const labels = ofPeople(currentLabels(await sources.labels.list()).values());
  const figures = await gatherFigures(sources.records, {
    strategy: sources.strategy,
    models: sources.models,
    labels: new Map(labels.map((label) => [label.url, isGood(label)])),
    truth,
    examples: examplesOf(sources.need),
    purpose: sources.project.purpose,
    discoveredBy: sources.discoveredUrls(),
  });
  const delays = sources.crawlDelays();
  const ledger = figures.requests.ledger({
    connectionsPerHost: request.connectionsPerHost,
    allowedMsOf: (host) => Math.max(request.minDelayMs, delays.get(host) ?? 0),
    most: MOST_GAPS,
  });
  return {
    writtenAt,
    version: packageJson.version,
    figures,
    seeds: await gatherSeedAnswers(sources),
    texts: await textsOf(sources, figures),
    politeness: request.recordings === undefined ? ledger : undefined,
    cost: sources.cost,
    request,
  };
}

function examplesOf(need: Need | undefined): ReadonlySet<Url> {
  const { good = [], bad = [], examplePage } = need ?? {};
  return new Set(
    [...good, ...bad, ...(examplePage === undefined ? [] : [examplePage])].map(({ url }) => url),
  );
}

/** Reads the main texts of the pages shown. */
async function textsOf(
  { viewOf }: Pick<ReportSources, "viewOf">,
  { shown }: RunFigures,
): Promise<ReadonlyMap<Url, string>> {
  const texts = new Map<Url, string>();
  for (const { url } of shown) {
    const view = await viewOf(url);
    if (view !== undefined) texts.set(url, view.mainText);
  }
  return texts;
}
