import type { PageView } from "../../page/page-view.ts";
import { relevances } from "../../strategy/link-distance/link-distances.ts";
import type { MarkedPaths } from "../../strategy/marked-paths.ts";
import type { Url } from "../../url/url.ts";
import { type LinkTerms, linkTerms } from "./link-terms.ts";
import { type PageTerms, pageTerms } from "./page-features.ts";

/** What there is to learn from: pages by number, those on marked paths with their relevance, and the links between them. */
export interface TrainingSet {
  readonly urls: readonly Url[];
  readonly pages: readonly PageTerms[];
  /** Relevance of each page, in [0,1]; NaN where it is not known, as of neighbours. */
  readonly labels: Float64Array;
  /**
   * The page before each on the shortest way that is known from a start page, of equally short ones the
   * one that is found first; −1 of start pages, and where none is known.
   */
  readonly before: Int32Array;
  readonly links: readonly TrainingLink[];
}

/** A link that leads to a known page: it is as relevant as that, and no one knows of it where no one does of the page. */
export interface TrainingLink {
  /** Number of the page. */
  readonly to: number;
  readonly terms: LinkTerms;
}

/**
 * Reads the pages of marked paths with their neighbours, each text once. Of the links to a page each anchor
 * text counts once: a menu stands on every page of a site, and a tree that has drawn one copy knows the rest.
 */
export function trainingSet({ paths, pages }: MarkedPaths): TrainingSet {
  const numbers = new Map(pages.map(({ url }, page) => [url, page]));
  const known = relevances(paths);
  const starts = paths.flatMap(([start]) => (start === undefined ? [] : [numbers.get(start)]));
  return {
    urls: pages.map(({ url }) => url),
    pages: pages.map(pageTerms),
    labels: Float64Array.from(pages, ({ url }) => known.get(url) ?? Number.NaN),
    before: shortestWays(pages, numbers, starts),
    links: linksBetween(pages, numbers),
  };
}

function linksBetween(
  pages: readonly PageView[],
  numbers: ReadonlyMap<Url, number>,
): TrainingLink[] {
  const seen = new Set<string>();
  const links: TrainingLink[] = [];
  for (const page of pages) {
    for (const { url, text } of page.anchors) {
      const to = numbers.get(url);
      const key = `${to} ${text}`;
      if (to === undefined || url === page.url || seen.has(key)) continue;
      seen.add(key);
      links.push({ to, terms: linkTerms(url, page.url, text) });
    }
  }
  return links;
}

function shortestWays(
  pages: readonly PageView[],
  numbers: ReadonlyMap<Url, number>,
  starts: readonly (number | undefined)[],
): Int32Array {
  const before = new Int32Array(pages.length).fill(-1);
  // Walked in order of insertion, those added meanwhile last: breadth first.
  const reached = new Set(starts.filter((start) => start !== undefined));
  for (const page of reached) {
    for (const { url } of pages[page]?.anchors ?? []) {
      const to = numbers.get(url);
      if (to === undefined || reached.has(to)) continue;
      reached.add(to);
      before[to] = page;
    }
  }
  return before;
}
