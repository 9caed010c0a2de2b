import type { SampledShare } from "../../domain/stats/intervals/wilson-interval.ts";
import { figures, formatTable } from "../../domain/text/table.ts";
import type { CrawlPrecision } from "../crawl-precision.ts";
import { intervalInWords, percent } from "../verdict-words.ts";

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
