import { currentLabels } from "../../crawl/current-labels.ts";
import { lastLabelNotes } from "../../crawl/label-notes.ts";
import { lastModel } from "../../crawl/train-model.ts";
import { safeLines } from "../../domain/text/safe-text.ts";
import type { Purpose } from "../../domain/web/signals/purpose.ts";
import {
  type CountedPage,
  type CrawlPrecision,
  countedPages,
  crawlPrecision,
} from "../crawl-precision.ts";
import { type QueryFigures, queryFigures } from "../query-figures.ts";
import { type RenderingFigures, renderingFigures, renderingInWords } from "../rendering-figures.ts";
import type { SeedAnswers } from "../seed-answers.ts";
import { type SignalFigures, SignalTally, signalsInWords } from "../signal-tally.ts";
import type { RunAnswers } from "./answers.ts";
import { crawlRequest } from "./crawl-request.ts";
import { formatAnswers } from "./format-answers.ts";
import { formatChangedHosts, formatChanges } from "./format-changes.ts";
import { formatPrecision } from "./format-precision.ts";
import { formatQueries } from "./format-queries.ts";
import { formatSeedAnswers } from "./format-seeds.ts";
import { gatherAnswers } from "./gather-answers.ts";
import { gatherSeedAnswers } from "./gather-seed-answers.ts";
import type { ReportSources } from "./report-sources.ts";
import { type RunTruth, truthAsJson } from "./truth-figures.ts";

/** What a report for a terminal or a program says beside the answers. */
interface Findings {
  readonly precision: CrawlPrecision;
  readonly labelNotes: readonly string[];
  readonly queries: readonly QueryFigures[];
  /** Number of page types; `undefined` where none are known. */
  readonly pageTypes: number | undefined;
  readonly seeds: SeedAnswers | undefined;
  readonly noindex: number;
  readonly signals: SignalFigures;
  readonly copies: number;
  readonly rendering: RenderingFigures | undefined;
}

/** Returns the report of a crawl for a terminal, or as one line of JSON. */
export async function reportText(
  sources: ReportSources,
  { json, truth }: { readonly json: boolean; readonly truth?: RunTruth | undefined },
): Promise<string> {
  const pages = await countedPages(sources.records);
  const answers = await gatherAnswers(sources, pages, truth);
  const findings = await gatherFindings(sources, answers, pages);
  return json
    ? jsonOf(sources.directory, answers, findings)
    : textOf(sources, answers, findings).join("\n\n");
}

async function gatherFindings(
  sources: ReportSources,
  { events }: RunAnswers,
  pages: readonly CountedPage[],
): Promise<Findings> {
  return {
    precision: crawlPrecision(pages, [...currentLabels(await sources.labels.list()).values()]),
    labelNotes: lastLabelNotes(events),
    queries: queryFigures(events, pages),
    pageTypes: await pageTypesOf(sources),
    seeds: await gatherSeedAnswers(sources),
    noindex: pages.filter((page) => page.noindex).length,
    signals: signalsOf(pages, sources.project.purpose),
    copies: pages.filter((page) => page.isCopy).length,
    rendering: await renderingFigures(sources.records),
  };
}

/** Counts the page types that the last model tells. */
async function pageTypesOf({ strategy, ...kept }: ReportSources): Promise<number | undefined> {
  const model = strategy && (await lastModel(kept, { strategy }));
  const pageTypes = model?.compiled.pageTypes;
  return pageTypes?.kind === "known" ? pageTypes.sitemap.types.length : undefined;
}

function jsonOf(
  directory: string,
  { totals, sample, byTruth, recall, changes }: RunAnswers,
  findings: Findings,
): string {
  const { precision, labelNotes, queries, pageTypes, seeds, signals, ...counted } = findings;
  const { noindex, copies, rendering } = counted;
  return JSON.stringify({
    directory,
    ...totals,
    noindex,
    ...signals,
    copies,
    rendering,
    precision,
    labelNotes,
    sample,
    byTruth: byTruth && truthAsJson(byTruth),
    recall,
    queries,
    pageTypes,
    seeds,
    changes,
  });
}

function textOf(
  { directory, project }: ReportSources,
  answers: RunAnswers,
  findings: Findings,
): readonly string[] {
  const { changes } = answers;
  const { precision, labelNotes, queries, pageTypes, seeds, noindex, copies } = findings;
  const sections = [
    ...formatAnswers(answers, crawlRequest(project)),
    changes && formatChanges(changes),
    changes && formatChangedHosts(changes),
    ...(seeds === undefined ? [] : formatSeedAnswers(answers.directory, seeds)),
    noindex === 0 ? undefined : pagesNotIndexed(noindex),
    signalsText(findings.signals),
    copies === 0 ? undefined : `${counted(copies)}: copies of pages fetched before (scope.copies)`,
    findings.rendering && renderingInWords(findings.rendering),
    formatPrecision(precision),
    labelNotes.length === 0 ? undefined : safeLines(labelNotes.join("\n")),
    formatQueries(queries),
    pageTypes === undefined ? undefined : pointToSitemap(directory, pageTypes),
  ];
  return sections.filter((section) => section !== undefined);
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
