/** The figures of a crawl of a generated web, by what the server saw and what the crawler gives away. */
import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import type { MadeWeb } from "./made-web.ts";
import type { ServedRequest } from "./serve-web.ts";

/** What a crawl did. */
export interface Crawled {
  readonly requests: readonly ServedRequest[];
  /** URLs of the generated web that it exports. */
  readonly exported: readonly string[];
  /** Processor time, user and system, of crawl and export. */
  readonly cpuSeconds: number;
}

/** The figures of a crawl; shares are in [0,1]. */
export interface Figures {
  /** Distinct contents that are looked for, among the pages fetched within the budget. */
  readonly found: number;
  /** As many as the budget allows to find. */
  readonly possible: number;
  /** Area under the curve of {@link found} by pages fetched ÷ that of an order without a miss. */
  readonly order: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly pages: number;
  /** Requests of any kind, and their bytes. */
  readonly requests: number;
  readonly bytes: number;
  readonly cpuSeconds: number;
}

/** Judges a crawl by the truth of its web: a copy of what is there already is worth nothing. */
export function score(web: MadeWeb, budget: number, crawled: Crawled): Figures {
  const contentOf = (url: string) => web.pages.get(url)?.content;
  const fetched = crawled.requests.filter(({ url, status }) => status === 200 && isPage(url));
  const pages = [...new Set(fetched.map(({ url }) => url))].slice(0, budget);
  const possible = Math.min(web.relevant, budget);
  const found = new Set<string>();
  let [area, best] = [0, 0];
  for (let at = 0; at < budget; at += 1) {
    const content = contentOf(pages[at] ?? "");
    if (content !== undefined) found.add(content);
    area += found.size;
    best += Math.min(at + 1, possible);
  }
  // An address that redirects is as good as where it leads.
  const ends = crawled.exported.map((url) => web.pages.get(url)?.location ?? url);
  const exported = [...new Set(ends)];
  const right = new Set(exported.flatMap((url) => contentOf(url) ?? [])).size;
  const precision = exported.length === 0 ? 0 : right / exported.length;
  const recall = right / possible;
  return {
    found: found.size,
    possible,
    order: area / best,
    precision,
    recall,
    f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    pages: pages.length,
    requests: crawled.requests.length,
    bytes: crawled.requests.reduce((sum, { bytes }) => sum + bytes, 0),
    cpuSeconds: crawled.cpuSeconds,
  };
}

function isPage(url: string): boolean {
  return new URL(url).pathname !== "/robots.txt";
}

/** Price of a second of a function with one processor (1,769 MB), in dollars: AWS Lambda's list price on x86. */
const DOLLARS_A_SECOND = 0.0000166667 * (1_769 / 1_024);

/** Returns what a thousand distinct relevant contents cost in processor time, in dollars; infinite for none. */
export function dollarsPerThousand({
  found,
  cpuSeconds,
}: Pick<Figures, "found" | "cpuSeconds">): number {
  return (1_000 * DOLLARS_A_SECOND * cpuSeconds) / found;
}

/** Returns the mean of seeds, with the lowest and the highest where there are several. */
export function withSpread(bySeed: readonly number[]): string {
  const [low, high] = [Math.min(...bySeed), Math.max(...bySeed)];
  const shown = mean(bySeed).toFixed(3);
  return bySeed.length === 1 ? shown : `${shown} (${low.toFixed(3)}–${high.toFixed(3)})`;
}
