import type { MarkedPath, MarkedPaths } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { type LinkTerms, linkTerms } from "./link-terms.ts";
import { type PageTerms, pageTerms } from "./page-features.ts";

/**
 * The data for training: pages by number, those on marked paths with their relevance, and the links
 * between them.
 */
export interface TrainingSet {
  readonly urls: readonly Url[];
  readonly pages: readonly PageTerms[];
  /** Relevance of each page, in [0,1]; NaN when unknown, as for neighbours. */
  readonly labels: Float64Array;
  /**
   * The page before each page on the shortest known way from a start page, of equally short ways
   * the first found. It is −1 for start pages, and when no way is known.
   */
  readonly before: Int32Array;
  readonly links: readonly TrainingLink[];
}

/**
 * A link to a known page. It has the relevance of that page; if that is unknown, so is the link's.
 */
interface TrainingLink {
  /** Number of its target page. */
  readonly to: number;
  readonly terms: LinkTerms;
}

/**
 * Reads the pages of marked paths with their neighbours, each text once. Among the links to a page
 * each anchor text counts once. A menu is on every page of a site, and a tree that has drawn one
 * copy knows the others.
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
  // A set is walked in order of insertion, with members added meanwhile last: breadth first.
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

/**
 * Computes how much of the way to a target is done at a page, in [0,1], by URL of every page on a
 * path. R(P) = 1 − d(P,T) ÷ d(S,T), with d the number of links on the path to its target T; S is
 * its start. A page on several paths has their mean. A target has 1 even when a path continues
 * through it.
 */
export function relevances(paths: readonly MarkedPath[]): ReadonlyMap<Url, number> {
  const tallies = new Map<Url, { sum: number; paths: number }>();
  for (const path of paths) {
    const links = path.length - 1;
    for (const [at, url] of path.entries()) {
      const tally = tallies.get(url) ?? { sum: 0, paths: 0 };
      tallies.set(url, { sum: tally.sum + at / links, paths: tally.paths + 1 });
    }
  }
  const targets = new Set(paths.map((path) => path.at(-1)));
  return new Map(
    Array.from(tallies, ([url, tally]) => [url, targets.has(url) ? 1 : tally.sum / tally.paths]),
  );
}
