import { lastLabelNotes } from "../../crawl/labels.ts";
import { lastModel } from "../../crawl/train-model.ts";
import { withWrongVerdicts } from "../../domain/measures/sample-precision.ts";
import { safeLines, safeText } from "../../domain/text/safe-text.ts";
import { figures, formatTable } from "../../domain/text/table.ts";
import { registrableDomain } from "../../domain/web/url/registrable-domain.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { formatChangedHosts, formatChanges } from "../change-figures.ts";
import {
  type CountedPage,
  countedPages,
  crawlPrecision,
  type OwnPrecision,
} from "../crawl-precision.ts";
import { type FeatureFigures, featureFigures } from "../feature-figures.ts";
import { reasonsInWords } from "../missing-targets.ts";
import {
  countOutcomes,
  endsInWords,
  type SeedAnswers,
  seedAnswers,
  seedOutcomes,
  siteEndInWords,
} from "../seed-outcomes.ts";
import { siteFigures } from "../site-figures.ts";
import { countUnread, type UnreadCounts, unreadInWords, unreadSources } from "../unread-sources.ts";
import { percent } from "../verdict-words.ts";
import { foundFigures, nextSteps, type RunAnswers, sureInWords } from "./answers.ts";
import { crawlRequest } from "./crawl-request.ts";
import { formatOutcomes } from "./format-totals.ts";
import { gatherAnswers } from "./gather-answers.ts";
import type { ReportSources } from "./report-sources.ts";
import { type CrawlRequest, type RunTruth, truthAsJson } from "./run-report.ts";

/** What a report for a terminal or a program says beside the answers. */
interface Findings {
  readonly precision: readonly OwnPrecision[];
  readonly labelNotes: readonly string[];
  readonly queries: readonly QueryFigures[];
  /** Number of page types; `undefined` where none are known. */
  readonly pageTypes: number | undefined;
  readonly seeds: SeedAnswers | undefined;
  readonly features: FeatureFigures;
  /** What gave nothing and is no link. */
  readonly unread: UnreadCounts;
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
    precision: crawlPrecision(pages),
    labelNotes: lastLabelNotes(events),
    queries: queryFigures(events, pages),
    pageTypes: await pageTypesOf(sources),
    seeds: await gatherSeedAnswers(sources),
    features: await featureFigures(sources.records, sources.project.purpose),
    unread: await countUnread(unreadSources(events), sources.seeds.list()),
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
  {
    totals,
    sample,
    exported,
    queued,
    assessed,
    byTruth,
    recall,
    cut,
    labelled,
    changes,
  }: RunAnswers,
  findings: Findings,
): string {
  const { precision, labelNotes, queries, pageTypes, seeds, features, unread } = findings;
  return JSON.stringify({
    directory,
    ...totals,
    ...features.keys,
    precision: { own: precision },
    labelled,
    labelNotes,
    sample,
    exported,
    queued,
    assessed,
    byTruth: byTruth && truthAsJson(byTruth),
    wrongVerdicts: { sample: sample && withWrongVerdicts(sample.precision) },
    recall,
    cut,
    queries,
    pageTypes,
    seeds,
    unread,
    changes,
  });
}

function textOf(
  { directory, project }: ReportSources,
  answers: RunAnswers,
  findings: Findings,
): readonly string[] {
  const { changes } = answers;
  const { precision, labelNotes, queries, pageTypes, seeds, features } = findings;
  const sections = [
    ...formatAnswers(answers, crawlRequest(project)),
    changes && formatChanges(changes),
    changes && formatChangedHosts(changes),
    ...(seeds === undefined ? [] : formatSeedAnswers(answers.directory, seeds)),
    unreadText(directory, findings.unread),
    ...features.paragraphs,
    formatPrecision(precision),
    labelNotes.length === 0 ? undefined : safeLines(labelNotes.join("\n")),
    formatQueries(queries),
    pageTypes === undefined ? undefined : pointToSitemap(directory, pageTypes),
  ];
  return sections.filter((section) => section !== undefined);
}

function unreadText(directory: string, unread: UnreadCounts): string | undefined {
  const lines = unreadInWords(unread);
  if (lines.length === 0) return undefined;
  return [...lines, `each of them: dowser export ${directory} --explain`].map(safeText).join("\n");
}

function pointToSitemap(directory: string, pageTypes: number): string {
  const types = pageTypes === 1 ? "1 page type" : `${pageTypes} page types`;
  return `${types} found; seen with: dowser sitemap ${directory}`;
}

/**
 * Gathers what became of the seeds of a crawl and of their sites; `undefined` where the project names
 * seeds on one site only, since the other figures are that site's.
 */
export async function gatherSeedAnswers(sources: ReportSources): Promise<SeedAnswers | undefined> {
  const { seeds, budget } = sources.project;
  if (seeds === undefined || (seeds.file === undefined && !hasSeveralSites(seeds.urls)))
    return undefined;
  const given = sources.seeds;
  const outcomes = seedOutcomes(sources, given.list(), given.count);
  const sites = await siteFigures(sources, given.list(), budget?.pagesPerSite);
  return seedAnswers(await countOutcomes(outcomes), sites);
}

function hasSeveralSites(urls: readonly string[]): boolean {
  return new Set(urls.map((url) => registrableDomain(new URL(url).host))).size > 1;
}

const COLUMNS = [
  { title: "query", align: "left" } as const,
  ...["results", "fetched", "relevant", "mean utility"].map(figures),
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

const OWN_TITLES = ["pages", "predicted, this tenth", "predicted, so far"];

/** Formats the harvest rate over time for a terminal, as the crawl predicts it; `undefined` before the first target page. */
export function formatPrecision(precision: readonly OwnPrecision[]): string | undefined {
  if ((precision.at(-1)?.cumulative ?? 0) === 0) return undefined;
  const rows = precision.map(({ pages, temporal, cumulative }) => [
    pages.toLocaleString("en"),
    percent(temporal),
    percent(cumulative),
  ]);
  return ["harvest rate over time", formatTable(OWN_TITLES.map(figures), rows)].join("\n");
}

/** Formats the outcomes of seeds, and the sites with the most pages, for a terminal. */
function formatSeedAnswers(directory: string, answers: SeedAnswers): readonly string[] {
  const { given, outcomes, sites, ends, most } = answers;
  const seedRows = Object.entries(outcomes).map(([outcome, seeds]) => [
    outcome.replace(":", ": "),
    seeds.toLocaleString("en"),
  ]);
  const total = ["seeds given", given.toLocaleString("en")];
  const siteRows = most.map((site) => [
    safeText(site.site),
    ...[site.seeds, site.pages, site.targets].map((figure) => figure.toLocaleString("en")),
    percent(site.pages === 0 ? undefined : site.targets / site.pages),
    safeText(siteEndInWords(site)),
  ]);
  const left = sites > most.length ? `the ${most.length} with the most pages; ` : "";
  return [
    formatTable([{ title: "seeds", align: "left" }, figures("")], [total, ...seedRows]),
    [
      formatTable(SITE_COLUMNS, siteRows),
      `${sites.toLocaleString("en")} sites: ${endsInWords(ends)}`,
      `${left}all with: dowser export ${directory} --sites; each seed with: --seeds`,
    ].join("\n"),
  ];
}

const SITE_COLUMNS = [
  { title: "site", align: "left" } as const,
  ...["seeds", "pages", "predicted relevant", "predicted harvest"].map(figures),
  { title: "why it ended", align: "left" } as const,
];

/**
 * Formats the answers for a terminal, in the order in which they are read: what was asked, what was
 * found, how sure that is, what to do next, and where each URL ended.
 */
function formatAnswers(answers: RunAnswers, request: CrawlRequest): readonly string[] {
  const sure = sureInWords(answers);
  const next = nextSteps(answers);
  return [
    asked(request),
    answers.missing === undefined ? [] : [reasonsInWords(answers.missing).map(safeText).join("\n")],
    found(answers),
    sure.length === 0 ? [] : [list("how sure that is", sure)],
    next.length === 0
      ? []
      : [
          list(
            "what to do next",
            next.map(({ text, command }) =>
              command === undefined ? text : `${text}\n    ${command}`,
            ),
          ),
        ],
    formatOutcomes(answers.totals),
  ].flat();
}

function asked({ name, strategy, need }: CrawlRequest): string {
  const what = need.files.length === 0 ? "pages" : `files (${need.files.join(", ")})`;
  const about = need.topic === undefined ? "" : ` about "${need.topic}"`;
  const words = need.words.length === 0 ? "" : ` with words as ${need.words.join(", ")}`;
  const like = need.examplePage === undefined ? "" : ` made like ${need.examplePage}`;
  return safeText(`${name}: strategy ${strategy} looked for ${what}${about}${words}${like}`);
}

function found(answers: RunAnswers): string {
  return formatTable(
    [{ title: "found", align: "left" }, figures(""), { title: "", align: "left" }],
    foundFigures(answers).map(({ name, value, note }) => [name, value, note]),
  );
}

function list(title: string, items: readonly string[]): string {
  return [title, ...items.map((item) => `  - ${item.split("\n").map(safeText).join("\n")}`)].join(
    "\n",
  );
}

/** The result of a query that the crawl composed. */
export interface QueryFigures {
  readonly query: string;
  /** Pages that the crawl had fetched when it asked the query. */
  readonly askedAt: number;
  /** Number of results from the engine; `undefined` when it has not answered. */
  readonly results: number | undefined;
  /**
   * Number of its results that were fetched, and of targets among them. A page that several queries
   * found counts for the first one.
   */
  readonly fetched: number;
  readonly targets: number;
  /** Mean of the pages' utilities, in [0,1]; `undefined` without a page. */
  readonly utility: number | undefined;
}

/**
 * Lists the queries that a crawl composed, by its log, in the order in which they were first asked.
 */
export function queryFigures(
  events: readonly RunEvent[],
  pages: readonly Pick<CountedPage, "query" | "utility" | "isTarget">[],
): readonly QueryFigures[] {
  const asked = new Map<string, Pick<QueryFigures, "askedAt" | "results">>();
  for (const { kind, detail } of events) {
    const { query, pages: askedAt, results } = detail;
    if (kind !== "queried" || typeof query !== "string") continue;
    asked.set(query, { askedAt: numberOf(askedAt) ?? 0, results: numberOf(results) });
  }
  const found = Map.groupBy(pages, ({ query }) => query);
  return Array.from(asked, ([query, { askedAt, results }]) => {
    const own = found.get(query) ?? [];
    const sum = own.reduce((worth, { utility }) => worth + utility, 0);
    return {
      query,
      askedAt,
      results,
      fetched: own.length,
      targets: own.filter(({ isTarget }) => isTarget).length,
      utility: own.length === 0 ? undefined : sum / own.length,
    };
  });
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
