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
  const left = [...pagesByHost(pages, seed).values()];
  for (let turn = 0; left.some(({ length }) => length > turn * LEAST_OF_HOST); turn += 1) {
    const [from, to] = [turn * LEAST_OF_HOST, (turn + 1) * LEAST_OF_HOST];
    for (const url of left.flatMap((urls) => urls.slice(from, to))) {
      if (chosen.size < MOST_SEEN) chosen.add(url);
    }
  }
  return pages.map(({ url }) => url).filter((url) => chosen.has(url));
}

/** Returns pages with different contents by host; hosts and pages are in random order. */
function pagesByHost(pages: readonly SeenPage[], seed: number): Map<Host, Url[]> {
  const contents = new Set<string>();
  const hosts = new Map<Host, Url[]>();
  const ranked = pages
    .map((page) => ({ ...page, rank: hashToUnit(seed, page.url) }))
    .toSorted((one, other) => one.rank - other.rank);
  for (const { url, host, digest } of ranked) {
    const content = digest ?? url;
    if (contents.has(content)) continue;
    contents.add(content);
    const urls = hosts.get(host) ?? [];
    urls.push(url);
    hosts.set(host, urls);
  }
  return hosts;
}
