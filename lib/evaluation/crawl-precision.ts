import { type PrecisionPoint, precisionOverTime } from "../domain/measures/harvest-rate.ts";
import { isGood as isGoodLabel } from "../domain/methods/label-need.ts";
import type { Host, Url } from "../domain/web/url/url.ts";
import type { PageLabel } from "../ports/label-store.ts";
import type { RecordStore } from "../ports/record-store.ts";

/** Windows that a crawl is divided into, of a tenth of its pages each. */
const WINDOWS = 10;

/**
 * Precision as predicted by the crawl when `pages` were fetched: shares of target pages, in [0,1].
 */
interface OwnPrecision {
  readonly pages: number;
  /** The share among the pages since the point before. */
  readonly temporal: number | undefined;
  /** The share among all pages so far. */
  readonly cumulative: number | undefined;
}

/**
 * Precision of a crawl at the end of each window, the last of which may be shorter; none without a
 * page.
 */
export interface CrawlPrecision {
  readonly own: readonly OwnPrecision[];
  /**
   * By the user's labels, among the labelled pages: `results` is the number of pages fetched. Empty
   * when no page has a label. The intervals hold as far as the labelled pages are a random sample.
   */
  readonly labels: readonly PrecisionPoint[];
}

/**
 * Computes the temporal and cumulative precision of a crawl (Xu, Yoon & Tourassi 2014). The last
 * label of a URL applies.
 */
export function crawlPrecision(
  pages: readonly Pick<CountedPage, "url" | "isTarget">[],
  labels: readonly Pick<PageLabel, "url" | "label">[],
): CrawlPrecision {
  const current = new Map(labels.map((label) => [label.url, isGoodLabel(label)]));
  const isGood = pages.map(({ url }) => current.get(url));
  const own = precisionByTenths(pages.map(({ isTarget }) => isTarget));
  return {
    own: own.map(({ results, temporal, cumulative }) => {
      return { pages: results, temporal: temporal.share, cumulative: cumulative.share };
    }),
    labels: isGood.some((good) => good !== undefined) ? precisionByTenths(isGood) : [],
  };
}

/**
 * Computes the precision at the end of each window of a crawl. Returns `undefined` when no page has
 * a judgement.
 */
export function precisionByTenths(
  isRelevant: readonly (boolean | undefined)[],
): readonly PrecisionPoint[] {
  const window = Math.ceil(isRelevant.length / WINDOWS);
  return precisionOverTime(isRelevant, { window, every: 1 });
}

/** A fetched page, with the small part of its record that the figures of a whole crawl need. */
export interface CountedPage {
  readonly url: Url;
  readonly host: Host;
  /** As predicted by the crawl's page estimator, in [0,1]. */
  readonly utility: number;
  readonly isTarget: boolean;
  /** The query that had it as a result; `undefined` when a link or a seed led to it. */
  readonly query: string | undefined;
}

/** Lists the pages that a crawl has fetched, in order of fetching. */
export async function countedPages(
  records: Pick<RecordStore, "list">,
): Promise<readonly CountedPage[]> {
  const pages: CountedPage[] = [];
  for await (const { url, host, snippet, page } of records.list()) {
    if (page === undefined) continue;
    const { utility, isTarget } = page;
    pages.push({ url, host, utility, isTarget, query: snippet?.query });
  }
  return pages;
}
