import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { reportCrawl } from "../../crawl/report-crawl.ts";
import { GOOD_FROM } from "../../domain/strategy/label-need.ts";
import { reportHtml, reportSections } from "../../evaluation/report/report-html.ts";
import type { RunReport } from "../../evaluation/report/run-report.ts";
import { plotsOf } from "../../evaluation/report/section.ts";
import { gatherFigures } from "../../evaluation/run-figures.ts";
import { printNotice } from "../print/print-line.ts";
import { crawlRequest } from "../run/crawl-request.ts";
import { readCost } from "../run/read-cost.ts";
import { type ReadableRun, readRun } from "../run/read-run.ts";
import { loadRunProject } from "../run/run-project.ts";
import { strategyOfRun } from "../run/strategy-of-run.ts";
import { judgedSample } from "../sample/sample-verdicts.ts";
import { knownTargets, type RunTruth } from "./truth-of-run.ts";

/** The files of a report. */
export interface ReportFiles {
  /** File for the page, and folder for the plots as PNG; `undefined` for none. */
  readonly html: string | undefined;
  readonly png: string | undefined;
}

/**
 * Writes the report of a run for others to read, and reports the files on standard error.
 * @throws DowserError `no-run`, `run-damaged`
 */
export async function writeReport(
  directory: string,
  { html, png, ...written }: ReportFiles & WrittenReport,
): Promise<void> {
  const run = readRun(directory);
  try {
    const report = await gatherReport(directory, run, written);
    const sections = reportSections(report);
    if (html !== undefined) {
      writeFileSync(html, reportHtml(report, sections));
      printNotice(`report written to ${html}`);
    }
    if (png === undefined) return;
    const { plotPng } = await import("../../evaluation/report/plot-png.ts");
    mkdirSync(png, { recursive: true });
    for (const plot of plotsOf(sections)) {
      const file = join(png, `${plot.name}.png`);
      writeFileSync(file, await plotPng(plot));
      printNotice(`plot written to ${file}`);
    }
  } finally {
    await run.close();
  }
}

/** Most hosts named in the politeness ledger. */
const MOST_GAPS = 10;

/** What a report depends on beside its run. */
interface WrittenReport {
  readonly truth: RunTruth | undefined;
  /** In ms since the epoch. */
  readonly writtenAt: number;
}

/** Gathers the data for the report of a run in a directory. */
async function gatherReport(
  directory: string,
  run: ReadableRun,
  { truth, writtenAt }: WrittenReport,
): Promise<RunReport> {
  const loaded = loadRunProject(directory) ?? {};
  const request = crawlRequest(loaded);
  const labels = await run.labels.list();
  const figures = await gatherFigures(run.records, {
    strategy: await strategyOfRun(loaded),
    models: run.models,
    labels: new Map(labels.map(({ url, label }) => [url, label >= GOOD_FROM])),
    truth,
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
    totals: await reportCrawl(run),
    figures,
    sample: await judgedSample(directory),
    knownTargets: truth && knownTargets(truth),
    politeness: request.recordings === undefined ? ledger : undefined,
    cost: readCost(directory),
    events: await run.log.list(),
    request,
  };
}
