import type { FollowedLink } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";

/**
 * Draws for each page one of the links of other pages that lead to it, by chance: the link that a crawl
 * followed. Of several on one page the first counts. Pages without one are left out.
 */
export function drawLinks(pages: Iterable<PageView>, seed: number): Map<Url, FollowedLink> {
  const drawn = new Map<Url, { readonly rank: number; readonly link: FollowedLink }>();
  const ownRank = new Map<Url, number>();
  const rankOf = (url: Url) => {
    const rank = ownRank.get(url) ?? hashToUnit(seed, url);
    ownRank.set(url, rank);
    return rank;
  };
  for (const { url: parent, title, anchors } of pages) {
    for (const { url, text, before, after } of anchors) {
      if (url === parent) continue;
      // The sum of two uniform numbers modulo 1 is uniform, and cheaper than a hash of both.
      const rank = (rankOf(parent) + rankOf(url)) % 1;
      if (rank >= (drawn.get(url)?.rank ?? 1)) continue;
      const snippet = { anchor: text, before, after, title };
      drawn.set(url, { rank, link: { parent, snippet } });
    }
  }
  return new Map(drawn.entries().map(([url, { link }]) => [url, link]));
}
