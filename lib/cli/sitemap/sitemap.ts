import { writeFileSync } from "node:fs";
import { OUTLIER, type Sitemap, typeName } from "../../domain/methods/sitemap.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import { type DowserError, fail } from "../../errors.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { createStrategy } from "../../project/strategy-choice.ts";
import { largestFirst, type RunSitemap, sitemapOfRun } from "../../run/figures/sitemap-of-run.ts";
import { type ReadableRun, readRun, storedViews } from "../../run/folder/read-run.ts";
import { loadRunProject } from "../../run/folder/run-project.ts";
import { printResult } from "../../run/print/print-line.ts";
import { sitemapSvg } from "./sitemap-chart.ts";
import {
  countPageTypes,
  formatArcs,
  formatTypes,
  type TypeCounts,
  UNTYPED,
} from "./sitemap-tables.ts";

/** The options of the command line. */
export interface SitemapOptions {
  readonly json: boolean;
  /** File for a drawing of the types and the links between them. */
  readonly svg: string | undefined;
  /** Whether to show all example pages of a type, not the first alone. */
  readonly examples: boolean;
  /** The strategy module of the run, where it has one. */
  readonly strategyModule?: string | undefined;
}

/**
 * Runs `dowser sitemap`: prints the page types that a run has found, and the links between them,
 * also while it runs.
 */
export async function sitemapCommand(directory: string, options: SitemapOptions): Promise<void> {
  printResult(await sitemapText(directory, options));
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
