import type { CrawlPrecision } from "../../crawl/crawl-precision.ts";
import type { SampledShare } from "../../domain/metrics/wilson-interval.ts";
import { figures, formatTable } from "../print/table.ts";

const OWN_TITLES = ["pages", "temporal", "cumulative"];
const LABEL_TITLES = ["labelled", "by labels", "95 % interval"];

/**
 * Formats precision over time for a terminal: as predicted by the crawl, in each window and up to
 * its end. When there are labels, it adds the precision by labels up to each end. Returns
 * `undefined` before the first page.
 */
export function formatPrecision({ own, labels }: CrawlPrecision): string | undefined {
  if (own.length === 0) return undefined;
  const titles = labels.length === 0 ? OWN_TITLES : [...OWN_TITLES, ...LABEL_TITLES];
  const rows = own.map(({ pages, temporal, cumulative }, index) => {
    const sampled = labels[index]?.cumulative;
    const figuresOfIt = [pages.toLocaleString("en"), share(temporal), share(cumulative)];
    return sampled === undefined ? figuresOfIt : [...figuresOfIt, ...sampledCells(sampled)];
  });
  return `precision over time\n${formatTable(titles.map(figures), rows)}`;
}

function sampledCells({ cases, share: of, low, high }: SampledShare): string[] {
  const interval = cases === 0 ? "–" : `${share(low)}–${share(high)}`;
  return [cases.toLocaleString("en"), share(of), interval];
}

function share(value: number | undefined): string {
  return value === undefined ? "–" : value.toFixed(3);
}
