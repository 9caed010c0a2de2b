import { type PrecisionPoint, precisionOverTime } from "../domain/measures/harvest-rate.ts";
import type { Host, Url } from "../domain/web/url/url.ts";
import type { RecordStore } from "../ports/record-store.ts";

/** Windows that a crawl is divided into, of a tenth of its pages each. */
const WINDOWS = 10;

/**
 * Precision as predicted by the crawl when `pages` were fetched: shares of target pages, in [0,1].
 */
export interface OwnPrecision {
  readonly pages: number;
  /** The share among the pages since the point before. */
  readonly temporal: number | undefined;
  /** The share among all pages so far. */
  readonly cumulative: number | undefined;
}

/**
 * Computes the precision of a crawl at the end of each window, the last of which may be shorter, as the crawl predicts it
 * (Xu, Yoon & Tourassi 2014); none without a page. Labels are no random sample: no precision over time follows from them.
 */
export function crawlPrecision(
  pages: readonly Pick<CountedPage, "isTarget">[],
): readonly OwnPrecision[] {
  return precisionByTenths(pages.map(({ isTarget }) => isTarget)).map(
    ({ results, temporal, cumulative }) => {
      return { pages: results, temporal: temporal.share, cumulative: cumulative.share };
    },
  );
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
