import { currentLabels } from "../../crawl/current-labels.ts";
import { lastLabelNotes } from "../../crawl/label-notes.ts";
import type { SampledShare } from "../../domain/metrics/wilson-interval.ts";
import type { Purpose } from "../../domain/signals/purpose.ts";
import {
  type CountedPage,
  type CrawlPrecision,
  countedPages,
  crawlPrecision,
} from "../../evaluation/crawl-precision.ts";
import { type QueryFigures, queryFigures } from "../../evaluation/query-figures.ts";
import { renderingFigures, renderingInWords } from "../../evaluation/rendering-figures.ts";
import type { RunAnswers } from "../../evaluation/report/answers.ts";
import { type SignalFigures, SignalTally, signalsInWords } from "../../evaluation/signal-tally.ts";
import { intervalInWords, percent } from "../../evaluation/verdict-words.ts";
import type { createStrategy } from "../../project/strategy-choice.ts";
import type { TruthOptions } from "../input/read-truth.ts";
import { safeLines, safeText } from "../print/safe-text.ts";
import { figures, formatTable } from "../print/table.ts";
import { formatChangedHosts, formatChanges } from "../recrawl/change-table.ts";
import { crawlRequest } from "../run/crawl-request.ts";
import { type ReadableRun, readRun } from "../run/read-run.ts";
import { loadRunProject } from "../run/run-project.ts";
import { sitemapOfRun } from "../sitemap/sitemap-of-run.ts";
import { formatAnswers } from "./format-answers.ts";
import { gatherAnswers } from "./gather-answers.ts";
import { formatSeedAnswers, gatherSeedAnswers } from "./seed-sections.ts";
import { truthAsJson, truthOfRun } from "./truth-of-run.ts";
import type { ReportFiles } from "./write-report.ts";

/** The options of the command line. */
export type ReportOptions = ReportFiles & TruthOptions & { readonly json: boolean };

/**
 * Runs `dowser report`: prints the figures of a run, also while it runs, and writes them to the
 * files asked for.
 */
export async function reportCommand(
  directory: string,
  { json, html, png, ...options }: ReportOptions,
): Promise<void> {
  const truth = await truthOfRun(loadRunProject(directory) ?? {}, options);
  const run = readRun(directory);
  try {
    const answers = await gatherAnswers(directory, run, truth);
    if (html !== undefined || png !== undefined) {
      // The drawing code is loaded only when something is drawn.
      const { writeReport } = await import("./write-report.ts");
      const written = { html, png, truth, writtenAt: Date.now() };
      await writeReport(directory, run, answers, written);
    }
    process.stdout.write(`${await textOf(directory, run, answers, { json })}\n`);
  } finally {
    await run.close();
  }
}

/**
 * Returns the output of the command without a truth file.
 * @throws DowserError `no-run`, `bad-sample`
 */
export async function reportText(
  directory: string,
  { json }: { readonly json: boolean },
  strategyOf?: typeof createStrategy,
): Promise<string> {
  const run = readRun(directory);
  try {
    const answers = await gatherAnswers(directory, run, undefined);
    return await textOf(directory, run, answers, { json, strategyOf });
  } finally {
    await run.close();
  }
}

async function textOf(
  directory: string,
  run: ReadableRun,
  answers: RunAnswers,
  {
    json,
    strategyOf,
  }: { readonly json: boolean; readonly strategyOf?: typeof createStrategy | undefined },
): Promise<string> {
  const pages = await countedPages(run.records);
  const precision = crawlPrecision(pages, [...currentLabels(await run.labels.list()).values()]);
  const labelNotes = lastLabelNotes(answers.events);
  const queries = queryFigures(answers.events, pages);
  const found = await sitemapOfRun(directory, strategyOf);
  const pageTypes = found.kind === "known" ? found.sitemap.types.length : undefined;
  const seeds = await gatherSeedAnswers(directory, run);
  const noindex = pages.filter((page) => page.noindex).length;
  const signals = signalsOf(pages, loadRunProject(directory)?.purpose);
  const copies = pages.filter((page) => page.isCopy).length;
  const rendering = await renderingFigures(run.records);
  if (json)
    return JSON.stringify({
      directory,
      ...answers.totals,
      noindex,
      ...signals,
      copies,
      rendering,
      precision,
      labelNotes,
      sample: answers.sample,
      byTruth: answers.byTruth && truthAsJson(answers.byTruth),
      recall: answers.recall,
      queries,
      pageTypes,
      seeds,
      changes: answers.changes,
    });
  const sections = [
    ...formatAnswers(answers, crawlRequest(loadRunProject(directory) ?? {})),
    answers.changes && formatChanges(answers.changes),
    answers.changes && formatChangedHosts(answers.changes),
    ...(seeds === undefined ? [] : formatSeedAnswers(answers.directory, seeds)),
    noindex === 0 ? undefined : pagesNotIndexed(noindex),
    signalsText(signals),
    copies === 0 ? undefined : `${counted(copies)}: copies of pages fetched before (scope.copies)`,
    rendering && renderingInWords(rendering),
    formatPrecision(precision),
    labelNotes.length === 0 ? undefined : safeLines(labelNotes.join("\n")),
    formatQueries(queries),
    pageTypes === undefined ? undefined : pointToSitemap(directory, pageTypes),
  ];
  return sections.filter((section) => section !== undefined).join("\n\n");
}

function counted(pages: number): string {
  return pages === 1 ? "1 page is no target" : `${pages} pages are no targets`;
}

function pagesNotIndexed(pages: number): string {
  return `${counted(pages)}: the site asks to keep it out of indexes (noindex; politeness.robotsMeta)`;
}

function signalsOf(pages: readonly CountedPage[], purpose: Purpose | undefined): SignalFigures {
  const tally = new SignalTally(purpose);
  for (const { signals } of pages) tally.add(signals);
  return tally.figures();
}

/** Says what sites ask of the use of their pages, and what exports leave out for that. */
function signalsText({ signals, purpose, reserved }: SignalFigures): string | undefined {
  if (Object.keys(signals).length === 0) return undefined;
  const asked = `what sites say may be done with pages: ${signalsInWords(signals)}`;
  if (purpose === undefined)
    return `${asked}\nno purpose is stated: exports leave none of them out`;
  const pages = reserved === 1 ? "1 page" : `${reserved} pages`;
  return `${asked}\n${pages} reserved against \`purpose: ${purpose}\`, left out of exports`;
}

function pointToSitemap(directory: string, pageTypes: number): string {
  const types = pageTypes === 1 ? "1 page type" : `${pageTypes} page types`;
  return `${types} found; seen with: dowser sitemap ${directory}`;
}

const OWN_TITLES = ["predicted, this tenth", "predicted, so far"];
const LABEL_TITLES = ["labelled", "by people's labels", "95 % interval"];

/**
 * Formats precision over time for a terminal: by labels up to the end of each window, when there
 * are some; then as the crawl predicts, in each window and up to its end. Returns `undefined`
 * before the first target page.
 */
export function formatPrecision({ own, labels }: CrawlPrecision): string | undefined {
  if (labels.length === 0 && (own.at(-1)?.cumulative ?? 0) === 0) return undefined;
  const titles = ["pages", ...(labels.length === 0 ? [] : LABEL_TITLES), ...OWN_TITLES];
  const rows = own.map(({ pages, temporal, cumulative }, index) => {
    const sampled = labels[index]?.cumulative;
    return [
      pages.toLocaleString("en"),
      ...(sampled === undefined ? [] : sampledCells(sampled)),
      percent(temporal),
      percent(cumulative),
    ];
  });
  return `precision over time\n${formatTable(titles.map(figures), rows)}`;
}

function sampledCells(sampled: SampledShare): string[] {
  const { cases, share: of } = sampled;
  return [cases.toLocaleString("en"), percent(of), intervalInWords(sampled)];
}

const COLUMNS = [
  { title: "query", align: "left" } as const,
  ...["results", "fetched", "targets", "mean utility"].map(figures),
];

/**
 * Formats the results of the composed queries for a terminal; returns `undefined` when there are no
 * queries.
 */
export function formatQueries(queries: readonly QueryFigures[]): string | undefined {
  if (queries.length === 0) return undefined;
  const rows = queries.map(({ query, results, fetched, targets, utility }) => [
    safeText(query),
    results === undefined ? "no answer" : String(results),
    String(fetched),
    String(targets),
    utility === undefined ? "–" : utility.toFixed(3),
  ]);
  return formatTable(COLUMNS, rows);
}
