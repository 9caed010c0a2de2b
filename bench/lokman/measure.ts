import { harvestRate } from "../../lib/domain/measures/harvest-rate.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";

/** A page in order of fetching. */
export interface FetchedPage {
  readonly url: Url;
  /** Links from the nearest seed, by the web's own links, whatever way the crawl came. */
  readonly distance: number;
}

/** Whether a page counts, by one judge. */
export type Judge = (url: Url) => boolean;

/** Pages of the first window, and of the whole crawl. */
export const FIRST = 100;
export const ALL = 800;

/** Harvest rates of one crawl by one judge; seeds never count. */
export interface Harvest {
  /** Among the first 100 pages, and among all that were fetched, fewer where links ran out. */
  readonly first: number;
  readonly all: number;
  /** The same with pages one link from a seed left out: the first 100 of the others, and all others. */
  readonly firstFar: number;
  readonly allFar: number;
}

/** Measures one crawl; where fewer pages were fetched than the first window holds, the rest count as misses. */
export function harvestOf(pages: readonly FetchedPage[], judge: Judge): Harvest {
  const found = pages.filter(({ distance }) => distance > 0);
  const far = found.filter(({ distance }) => distance > 1);
  return {
    first: rate(found, FIRST, judge),
    all: harvestRate(hits(found, judge), found.length),
    firstFar: rate(far, FIRST, judge),
    allFar: harvestRate(hits(far, judge), far.length),
  };
}

function rate(pages: readonly FetchedPage[], window: number, judge: Judge): number {
  return harvestRate(hits(pages.slice(0, window), judge), window);
}

function hits(pages: readonly FetchedPage[], judge: Judge): number {
  return pages.filter(({ url }) => judge(url)).length;
}
