import { countedPages } from "../crawl/counted-pages.ts";
import { crawlPrecision } from "../crawl/crawl-precision.ts";
import { queryFigures } from "../crawl/query-figures.ts";
import { reportCrawl } from "../crawl/report-crawl.ts";
import type { createStrategy } from "../domain/strategy/create-strategy.ts";
import { readRun } from "./read-run.ts";
import { formatPrecision } from "./report-precision.ts";
import { formatQueries } from "./report-queries.ts";
import { formatTotals } from "./report-totals.ts";
import { sitemapOfRun } from "./sitemap-of-run.ts";

/** `dowser report`: the figures of a run, also while it runs. */
export async function reportCommand(
  directory: string,
  options: { readonly json: boolean },
): Promise<void> {
  process.stdout.write(`${await reportText(directory, options)}\n`);
}

/**
 * What the command prints.
 * @throws DowserError `no-run`
 */
export async function reportText(
  directory: string,
  { json }: { readonly json: boolean },
  strategyOf?: typeof createStrategy,
): Promise<string> {
  const run = readRun(directory);
  try {
    const report = await reportCrawl(run);
    const pages = await countedPages(run.records);
    const precision = crawlPrecision(pages, await run.labels.list());
    const queries = queryFigures(await run.log.list(), pages);
    const found = await sitemapOfRun(directory, strategyOf);
    const pageTypes = found.kind === "known" ? found.sitemap.types.length : undefined;
    if (json) return JSON.stringify({ directory, ...report, precision, queries, pageTypes });
    const sections = [
      formatTotals(report),
      formatPrecision(precision),
      formatQueries(queries),
      pageTypes === undefined ? undefined : pointToSitemap(directory, pageTypes),
    ];
    return sections.filter((section) => section !== undefined).join("\n\n");
  } finally {
    await run.close();
  }
}

function pointToSitemap(directory: string, pageTypes: number): string {
  const types = pageTypes === 1 ? "1 page type" : `${pageTypes} page types`;
  return `${types} found; seen with: dowser sitemap ${directory}`;
}
