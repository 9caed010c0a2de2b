import { hashToUnit } from "../stats/random/random.ts";
import type { Host, Url } from "../web/url/url.ts";

/** A fetched page, as far as a sample needs to know it. */
export interface SeenPage {
  readonly url: Url;
  readonly host: Host;
  /** Digest of its body; `undefined` when the body was not stored. */
  readonly digest: string | undefined;
}

/**
 * Most pages of a sample. The rank of a word by its frequency hardly changes beyond some hundred
 * pages, and a page view takes some tens of kilobytes.
 */
const MOST_SEEN = 500;

/** Pages that a host has in the sample before another one has more: fewer show no repetition. */
const LEAST_OF_HOST = 5;

/**
 * Returns a sample of pages in the order given, at random by `seed`. Each content counts once. The
 * hosts take turns, and each turn takes five pages, so a large host does not displace the others.
 */
export function sampleSeen(pages: readonly SeenPage[], seed: number): Url[] {
  const chosen = new Set<Url>();
  const left = [...Map.groupBy(distinct(pages, seed), ({ host }) => host).values()];
  for (let turn = 0; left.some(({ length }) => length > turn * LEAST_OF_HOST); turn += 1) {
    const [from, to] = [turn * LEAST_OF_HOST, (turn + 1) * LEAST_OF_HOST];
    for (const { url } of left.flatMap((own) => own.slice(from, to))) {
      if (chosen.size < MOST_SEEN) chosen.add(url);
    }
  }
  return inOrder(pages, chosen);
}

/** Returns so many pages at random by `seed`, each content once, in the order given: hosts have their share of all pages. */
export function sampleEvenly(pages: readonly SeenPage[], seed: number, most: number): Url[] {
  const chosen = distinct(pages, seed).slice(0, most);
  return inOrder(pages, new Set(chosen.map(({ url }) => url)));
}

function inOrder(pages: readonly SeenPage[], chosen: ReadonlySet<Url>): Url[] {
  return pages.map(({ url }) => url).filter((url) => chosen.has(url));
}

/** Returns pages with different contents, in random order. */
function distinct(pages: readonly SeenPage[], seed: number): SeenPage[] {
  const contents = new Map<string, SeenPage>();
  const ranked = pages
    .map((page) => ({ page, rank: hashToUnit(seed, page.url) }))
    .toSorted((one, other) => one.rank - other.rank);
  for (const { page } of ranked) {
    const content = page.digest ?? page.url;
    if (!contents.has(content)) contents.set(content, page);
  }
  return [...contents.values()];
}
