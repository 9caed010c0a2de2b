import type { createStrategy } from "../../config/strategy-choice.ts";
import { countedPages } from "../../crawl/counted-pages.ts";
import { crawlPrecision } from "../../crawl/crawl-precision.ts";
import { queryFigures } from "../../crawl/query-figures.ts";
import { reportCrawl } from "../../crawl/report-crawl.ts";
import { DowserError } from "../../errors.ts";
import type { TruthOptions } from "../input/read-truth.ts";
import { formatJudgedSample, judgedSample } from "../quality/judged-sample.ts";
import { readRun } from "../run/read-run.ts";
import { sitemapOfRun } from "../sitemap/sitemap-of-run.ts";
import { formatPrecision } from "./report-precision.ts";
import { formatQueries } from "./report-queries.ts";
import { formatTotals } from "./report-totals.ts";
import type { ReportFiles } from "./write-report.ts";

/** The options of the command line. */
export type ReportOptions = ReportFiles & TruthOptions & { readonly json: boolean };

/**
 * Runs `dowser report`: prints the figures of a run, also while it runs, and writes them to the
 * files asked for.
 */
export async function reportCommand(
  directory: string,
  { json, ...options }: ReportOptions,
): Promise<void> {
  refuseIdleTruth(options);
  if (options.html !== undefined || options.png !== undefined) {
    // The drawing code is loaded only when something is drawn.
    const { writeReport } = await import("./write-report.ts");
    await writeReport(directory, { ...options, writtenAt: Date.now() });
  }
  process.stdout.write(`${await reportText(directory, { json })}\n`);
}

/** Refuses a truth without a file to write: the printed report uses none. */
function refuseIdleTruth({ html, png, truth, target }: Omit<ReportOptions, "json">): void {
  const isIdle = truth.length > 0 || target !== undefined;
  if (!isIdle || html !== undefined || png !== undefined) return;
  throw new DowserError("--truth needs --html or --png", {
    code: "truth-without-report",
    reaction: "fix-config",
    value: { truth, target },
    hint: "name a file with --html, or a folder with --png",
  });
}

/**
 * Returns the output of the command.
 * @throws DowserError `no-run`, `bad-sample`
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
    const sample = await judgedSample(directory);
    const found = await sitemapOfRun(directory, strategyOf);
    const pageTypes = found.kind === "known" ? found.sitemap.types.length : undefined;
    const noindex = pages.filter((page) => page.noindex).length;
    if (json)
      return JSON.stringify({
        directory,
        ...report,
        noindex,
        precision,
        sample,
        queries,
        pageTypes,
      });
    const sections = [
      formatTotals(report),
      noindex === 0 ? undefined : pagesNotIndexed(noindex),
      formatPrecision(precision),
      sample && formatJudgedSample(sample),
      formatQueries(queries),
      pageTypes === undefined ? undefined : pointToSitemap(directory, pageTypes),
    ];
    return sections.filter((section) => section !== undefined).join("\n\n");
  } finally {
    await run.close();
  }
}

function pagesNotIndexed(pages: number): string {
  const count = pages === 1 ? "1 page is no target" : `${pages} pages are no targets`;
  return `${count}: the site asks to keep it out of indexes (noindex; politeness.robotsMeta)`;
}

function pointToSitemap(directory: string, pageTypes: number): string {
  const types = pageTypes === 1 ? "1 page type" : `${pageTypes} page types`;
  return `${types} found; seen with: dowser sitemap ${directory}`;
}
