import type { CrawlReport } from "../crawl/report-crawl.ts";
import { reportCrawl } from "../crawl/report-crawl.ts";
import { createStrategy } from "../domain/strategy/create-strategy.ts";
import { readRun } from "./read-run.ts";
import { sitemapOfRun } from "./sitemap-of-run.ts";
import { formatTable } from "./table.ts";

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
  strategyOf: typeof createStrategy = createStrategy,
): Promise<string> {
  const run = readRun(directory);
  try {
    const report = await reportCrawl(run);
    const found = await sitemapOfRun(directory, strategyOf);
    const pageTypes = found.kind === "known" ? found.sitemap.types.length : undefined;
    if (json) return JSON.stringify({ directory, ...report, pageTypes });
    const lines = pageTypes === undefined ? [] : [pointToSitemap(directory, pageTypes)];
    return [formatReport(report), ...lines].join("\n");
  } finally {
    await run.close();
  }
}

function pointToSitemap(directory: string, pageTypes: number): string {
  const types = pageTypes === 1 ? "1 page type" : `${pageTypes} page types`;
  return `${types} found; seen with: dowser sitemap ${directory}`;
}

/** A crawl's figures for a terminal: totals, then where each URL ended and why. */
export function formatReport(report: CrawlReport): string {
  const { fetched, targets, harvestRate, bodyBytes, hosts, states, reasons } = report;
  const count = (value: number) => value.toLocaleString("en");
  const summary = [
    ["pages fetched", count(fetched)],
    ["target pages", count(targets)],
    ["harvest rate", harvestRate.toFixed(3)],
    ["megabytes", (bodyBytes / 1e6).toFixed(1)],
    ["hosts", count(hosts)],
    ["URLs known", count(Object.values(states).reduce((sum, value) => sum + value, 0))],
    ["waiting", count(states.waiting + states.leased)],
    ...Object.entries(reasons).map(([reason, value]) => [reason.replace(":", ": "), count(value)]),
  ];
  return formatTable(
    [
      { title: "crawl", align: "left" },
      { title: "", align: "right" },
    ],
    summary,
  );
}
