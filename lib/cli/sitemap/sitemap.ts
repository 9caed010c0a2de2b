/** Prints the page types of a run and what links where, as tables and as a drawing. */
import { writeFileSync } from "node:fs";
import { OUTLIER, type PageType, type Sitemap, typeName } from "../../domain/methods/sitemap.ts";
import type { PageRecord, PageVerdict } from "../../domain/page/page-record.ts";
import { safeText } from "../../domain/text/safe-text.ts";
import { figures, formatTable } from "../../domain/text/table.ts";
import { type DowserError, fail } from "../../errors.ts";
import { count } from "../../evaluation/report/figure-text.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { createStrategy } from "../../project/strategy-choice.ts";
import { largestFirst, type RunSitemap, sitemapOfRun } from "../../run/figures/sitemap-of-run.ts";
import { type ReadableRun, readRun, storedViews } from "../../run/folder/read-run.ts";
import { loadRunProject } from "../../run/folder/run-project.ts";
import { sitemapSvg } from "./sitemap-chart.ts";

/** The options of the command line. */
export interface SitemapOptions {
  readonly json: boolean;
  /** File for a drawing of the types and the links between them. */
  readonly svg?: string | undefined;
  /** Whether to show all example pages of a type, not the first alone. */
  readonly examples: boolean;
  /** The strategy module of the run, where it has one. */
  readonly strategyModule?: string | undefined;
}

/**
 * Returns the output of the command; writes the drawing if asked to.
 * @throws DowserError `no-run`, `no-sitemap`, `sitemap-not-learned`, `strategy-module-not-named`
 */
export async function sitemapText(
  directory: string,
  { json, svg, examples, strategyModule }: SitemapOptions,
  strategyOf: typeof createStrategy = createStrategy,
): Promise<string> {
  const run = readRun(directory);
  try {
    const found = await sitemapOfRun(directory, { strategyModule, strategyOf });
    if (found.kind !== "known") throw await noSitemap(directory, found, run.records);
    const { sitemap, model } = found;
    const typeAgain = typeByLastModel(run, directory, found);
    const counts = await countPageTypes(run.records.list(), model, typeAgain);
    if (svg !== undefined) writeFileSync(svg, sitemapSvg(sitemap));
    if (json) return JSON.stringify({ directory, model, ...allOf(sitemap, counts) });
    const drawn = svg === undefined ? [] : [`drawn in ${svg}`];
    return [formatTypes(sitemap, counts, examples), formatArcs(sitemap), ...drawn].join("\n\n");
  } finally {
    await run.close();
  }
}

/**
 * Returns a function from a record to the type of its stored page: most pages were judged before the
 * last training, by types that are other ones now.
 */
function typeByLastModel(
  { pages }: Pick<ReadableRun, "pages">,
  directory: string,
  { compiled }: Extract<RunSitemap, { kind: "known" }>,
): (record: PageRecord) => Promise<string | undefined> {
  const viewOf = storedViews(pages, loadRunProject(directory) ?? {});
  return async (record) => {
    const view = await viewOf(record.url);
    return view && compiled.assessPage(view, record).type;
  };
}

/** Returns everything, for a program. */
function allOf({ types, outliers, arcs }: Sitemap, counts: TypeCounts) {
  const counted = (type: string) => {
    const { pages, targets } = counts.get(type) ?? { pages: 0, targets: 0 };
    return { fetched: pages, targets };
  };
  return {
    types: types.map(({ pages, ...type }) => ({ ...type, sampled: pages, ...counted(type.name) })),
    outliers: { sampled: outliers, ...counted(OUTLIER) },
    untyped: counted(UNTYPED),
    arcs: largestFirst(arcs).map(({ from, to, links, apath }) => {
      return { from: typeName(from), to: typeName(to), links, apath };
    }),
  };
}

async function noSitemap(
  directory: string,
  found: Exclude<RunSitemap, { kind: "known" }>,
  records: Pick<RecordStore, "totals">,
): Promise<DowserError> {
  if (found.kind === "none") {
    return fail("no-sitemap", { directory, strategy: found.strategy, value: found.strategy });
  }
  const { pages } = await records.totals();
  const [have, want] = [pages, found.from].map((value) => value?.toLocaleString("en"));
  const sampled = want === undefined ? `${have} pages sampled` : `${have} of ${want} pages sampled`;
  return fail("sitemap-not-learned", { directory, sampled });
}

/** Most rows of the table of arcs. */
const MAX_ARCS = 30;

/** Characters of a path that a table shows: its end, which is most specific. */
const MAX_PATH = 60;

/**
 * Formats page types for a terminal: their pages, their utility, and one or more example pages of
 * each.
 */
export function formatTypes(sitemap: Sitemap, counts: TypeCounts, allExamples: boolean): string {
  const columns = [
    { title: "page type", align: "left" },
    ...["sampled", "fetched", "relevant", "hub", "authority", "spread"].map(figures),
    { title: allExamples ? "examples" : "example", align: "left" },
  ] as const;
  const rows = sitemap.types.flatMap((type) => typeRows(type, counts.get(type.name), allExamples));
  const outliers = [OUTLIER, count(sitemap.outliers), ...fetched(counts.get(OUTLIER))];
  const without = counts.get(UNTYPED);
  const untyped = without === undefined ? [] : [[UNTYPED, "", ...fetched(without)]];
  return formatTable(columns, [...rows, outliers, ...untyped]);
}

/**
 * Formats the links between types for a terminal: the largest arcs, and how many more there are.
 */
export function formatArcs({ arcs }: Sitemap): string {
  const columns = [
    { title: "from", align: "left" },
    { title: "to", align: "left" },
    { title: "links", align: "right" },
    { title: "most of them at", align: "left" },
  ] as const;
  const rows = largestFirst(arcs)
    .slice(0, MAX_ARCS)
    .map(({ from, to, links, apath }) => [
      typeName(from),
      typeName(to),
      links.toLocaleString("en", { maximumFractionDigits: links < 10 ? 1 : 0 }),
      shownPath(apath),
    ]);
  const more = arcs.length - rows.length;
  const rest = more > 0 ? [`and ${count(more)} more, smaller ones (all of them: --json)`] : [];
  return [formatTable(columns, rows), ...rest].join("\n");
}

function typeRows(
  { name, pages, hub, authority, spread, examples }: PageType,
  counted: TypeCount | undefined,
  allExamples: boolean,
): string[][] {
  const [first = "", ...others] = examples;
  const shares = [hub, authority, spread].map((value) => value.toFixed(3));
  const blank = Array.from({ length: 7 }, () => "");
  return [
    [name, count(pages), ...fetched(counted), ...shares, first],
    ...(allExamples ? others.map((url) => [...blank, url]) : []),
  ];
}

function fetched({ pages, targets }: TypeCount = { pages: 0, targets: 0 }): string[] {
  return [count(pages), count(targets)];
}

function shownPath(apath: string): string {
  const path = safeText(apath);
  return path.length > MAX_PATH ? `…${path.slice(1 - MAX_PATH)}` : path;
}

/** Number of pages that a run has fetched, and of target pages among them. */
interface TypeCount {
  readonly pages: number;
  readonly targets: number;
}

/** Page type → its pages; {@link UNTYPED} for the pages without a type. */
type TypeCounts = ReadonlyMap<string, TypeCount>;

/** The parts of a record that are counted. */
interface CountedRecord {
  readonly page: Pick<PageVerdict, "type" | "model" | "isTarget"> | undefined;
}

/** Type of pages that the model gives none, such as files. */
export const UNTYPED = "(no type)";

/**
 * Counts a run's pages by the types of one model, named by its hash. A type of another model with
 * the same name is another type: `typeAgain` returns the type of a page that another model judged.
 */
export async function countPageTypes<Counted extends CountedRecord>(
  records: AsyncIterable<Counted> | Iterable<Counted>,
  model: string,
  typeAgain: (record: Counted) => Promise<string | undefined>,
): Promise<TypeCounts> {
  const counts = new Map<string, TypeCount>();
  for await (const record of records) {
    const { page } = record;
    if (page === undefined) continue;
    const type = (page.model === model ? page.type : await typeAgain(record)) ?? UNTYPED;
    const { pages, targets } = counts.get(type) ?? { pages: 0, targets: 0 };
    counts.set(type, { pages: pages + 1, targets: targets + (page.isTarget ? 1 : 0) });
  }
  return counts;
}
