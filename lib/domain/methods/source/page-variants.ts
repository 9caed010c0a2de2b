import type { TextPrints } from "../../page/text-prints.ts";
import { DisjointSets } from "../../stats/cluster/disjoint-sets.ts";
import type { Url } from "../../web/url/url.ts";

/** A page of the site with the prints of its texts. */
export interface PrintedPage {
  readonly url: Url;
  readonly prints: TextPrints;
}

/** Least share of the lines of two pages that both have, for them to be variants of one page. */
const SAME_SHARE = 0.5;

/**
 * Numbers pages so that the variants of one page have the same number: permalinks of its comments,
 * its sort orders. Variants link to each other, since the page repeats its links, and share most of
 * their lines. Pages that only have the frame of the site in common do not: log-in pages for many
 * URLs do not link to each other.
 */
export function variantNumbers(pages: readonly PrintedPage[]): number[] {
  const places = new Map(pages.map(({ url }, place) => [url, place]));
  const linked = pages.map(({ prints }) => {
    const found = prints.links.flatMap(([, , , url]) => places.get(url) ?? []);
    return new Set(found);
  });
  const lines = pages.map(({ prints }) => new Set(prints.lines.map(([hash]) => hash)));
  const sets = new DisjointSets(pages.length);
  for (const [place, others] of linked.entries()) {
    for (const other of others) {
      if (other <= place || linked[other]?.has(place) !== true) continue;
      if (isSame(lines[place], lines[other])) sets.join(place, other);
    }
  }
  return pages.map((_, place) => sets.find(place));
}

function isSame(a: ReadonlySet<number> = new Set(), b: ReadonlySet<number> = new Set()): boolean {
  let both = 0;
  for (const line of a) if (b.has(line)) both += 1;
  return both > 0 && both >= SAME_SHARE * (a.size + b.size - both);
}
