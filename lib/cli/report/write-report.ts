import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { currentLabels } from "../../crawl/current-labels.ts";
import { GOOD_FROM } from "../../domain/strategy/label-need.ts";
import type { Url } from "../../domain/url/url.ts";
import type { RunAnswers } from "../../evaluation/report/answers.ts";
import { reportChapters, reportHtml } from "../../evaluation/report/report-html.ts";
import type { RunReport } from "../../evaluation/report/run-report.ts";
import { plotsOf } from "../../evaluation/report/section.ts";
import { gatherFigures, type RunFigures } from "../../evaluation/run-figures.ts";
import { printNotice } from "../print/print-line.ts";
import { crawlRequest } from "../run/crawl-request.ts";
import { readCost } from "../run/read-cost.ts";
import type { ReadableRun } from "../run/read-run.ts";
import { RUN_FILES } from "../run/run-database.ts";
import { loadNeed } from "../run/run-inputs.ts";
import { loadRunProject, type RunProject } from "../run/run-project.ts";
import { storedViews } from "../run/stored-views.ts";
import { strategyOfRun } from "../run/strategy-of-run.ts";
import { gatherSeedAnswers } from "./seed-sections.ts";
import type { RunTruth } from "./truth-of-run.ts";

/** The files of a report. */
export interface ReportFiles {
  /** File for the page, and folder for the plots as PNG; `undefined` for none. */
  readonly html: string | undefined;
  readonly png: string | undefined;
}

/**
 * Writes the report of a run for others to read, and reports the files on standard error.
 * @throws DowserError `run-damaged`
 */
export async function writeReport(
  directory: string,
  run: ReadableRun,
  answers: RunAnswers,
  { html, png, ...written }: ReportFiles & WrittenReport,
): Promise<void> {
  const report = { ...answers, ...(await gatherDetails(directory, run, written)) };
  const chapters = reportChapters(report);
  if (html !== undefined) {
    writeFileSync(html, reportHtml(report, chapters));
    printNotice(`report written to ${html}`);
  }
  if (png === undefined) return;
  const { plotPng } = await import("../../evaluation/report/plot-png.ts");
  mkdirSync(png, { recursive: true });
  for (const plot of plotsOf(chapters)) {
    const file = join(png, `${plot.name}.png`);
    writeFileSync(file, await plotPng(plot));
    printNotice(`plot written to ${file}`);
  }
}

/** Most hosts named in the politeness ledger. */
const MOST_GAPS = 10;

/**
 * Returns the report of a run as a page.
 * @throws DowserError `run-damaged`
 */
export async function reportPage(
  directory: string,
  run: ReadableRun,
  answers: RunAnswers,
  written: WrittenReport,
): Promise<string> {
  const report = { ...answers, ...(await gatherDetails(directory, run, written)) };
  return reportHtml(report, reportChapters(report));
}

/** What a report depends on beside its run. */
interface WrittenReport {
  readonly truth: RunTruth | undefined;
  /** In ms since the epoch. */
  readonly writtenAt: number;
}

/** Gathers what the report of a run in a directory has beside the answers. */
async function gatherDetails(
  directory: string,
  run: ReadableRun,
  { truth, writtenAt }: WrittenReport,
): Promise<Omit<RunReport, keyof RunAnswers>> {
  const loaded = loadRunProject(directory) ?? {};
  const request = crawlRequest(loaded);
  const labels = [...currentLabels(await run.labels.list()).values()];
  const figures = await gatherFigures(run.records, {
    strategy: await strategyOfRun(loaded),
    models: run.models,
    labels: new Map(labels.map(({ url, label }) => [url, label >= GOOD_FROM])),
    truth,
    examples: examplesOf(directory),
    purpose: loaded.purpose,
    discoveredBy: run.discoveredUrls(),
  });
  const delays = run.crawlDelays();
  const ledger = figures.requests.ledger({
    connectionsPerHost: request.connectionsPerHost,
    allowedMsOf: (host) => Math.max(request.minDelayMs, delays.get(host) ?? 0),
    most: MOST_GAPS,
  });
  return {
    writtenAt,
    version: packageJson.version,
    figures,
    seeds: await gatherSeedAnswers(directory, run),
    texts: await textsOf(run, loaded, figures),
    politeness: request.recordings === undefined ? ledger : undefined,
    cost: readCost(directory),
    request,
  };
}

function examplesOf(directory: string): ReadonlySet<Url> {
  const need = loadNeed(join(directory, RUN_FILES.need));
  const { good = [], bad = [], examplePage } = need ?? {};
  return new Set(
    [...good, ...bad, ...(examplePage === undefined ? [] : [examplePage])].map(({ url }) => url),
  );
}

/** Reads the main texts of the pages shown. */
async function textsOf(
  { pages }: ReadableRun,
  project: Partial<RunProject>,
  { shown }: RunFigures,
): Promise<ReadonlyMap<Url, string>> {
  const viewOf = storedViews(pages, project);
  const texts = new Map<Url, string>();
  for (const { url } of shown) {
    const view = await viewOf(url);
    if (view !== undefined) texts.set(url, view.mainText);
  }
  return texts;
}
