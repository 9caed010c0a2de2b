import type { PageView } from "../../../page/page-view.ts";
import type { Url } from "../../../url/url.ts";
import { hubWorth, type TrainingPair } from "../../adaptive/training-pairs.ts";
import type { MarkedPaths } from "../../marked-paths.ts";
import { linkDistances } from "../link-distances.ts";
import type { Marks } from "./page-labels.ts";

/**
 * Wanted pages behind a page that make it a hub: half of one, so that a page that probably leads to a
 * target is followed as one that surely leads to many is.
 */
export const HUB_PAGES = 0.5;

/** Share of its worth that a target hands back along a marked path, a link. */
const DECAY = 0.8;

/**
 * The links between pages of a training set, each with what it was worth to follow it: what its page is
 * worth, or what those that it links to are (0.8 · min(1, Σ ÷ {@link HUB_PAGES})), or 0.8^d with d marked
 * links from there to a target, whichever is most; a start page, where one stands already, has no such
 * share. `worthOf` a page is in [0,1]; that of pages which are neither targets nor siblings is no matter,
 * but as what their own links inherit.
 */
export function priorPairs(
  { paths, pages }: MarkedPaths,
  { targets, siblings }: Marks,
  worthOf: (page: Url) => number,
): TrainingPair[] {
  const known = new Set(pages.map(({ url }) => url));
  const distances = linkDistances(paths);
  const starts = new Set(paths.flatMap((path) => path[0] ?? []));
  const own = (url: Url) => (targets.has(url) || siblings.has(url) ? worthOf(url) : 0);
  const rewardOf = (page: PageView): number => {
    const behind = linkedFrom(page, known).reduce((sum, url) => sum + own(url), 0);
    const distance = starts.has(page.url) ? undefined : distances.get(page.url);
    const onTheWay = distance === undefined ? 0 : DECAY ** distance;
    return Math.max(own(page.url), hubWorth(behind, HUB_PAGES), onTheWay);
  };
  const rewards = new Map(pages.map((page) => [page.url, rewardOf(page)]));
  return pages.flatMap(({ url: parent, title, anchors }) => {
    const inherited = worthOf(parent);
    return anchors.flatMap(({ url, text, before, after }): TrainingPair[] => {
      const reward = url === parent ? undefined : rewards.get(url);
      if (reward === undefined) return [];
      const snippet = { anchor: text, before, after, title, inherited };
      return [{ url, parent, snippet, reward, weight: 1 }];
    });
  });
}

/** The known pages that a page links to, each once. */
function linkedFrom({ url: page, anchors }: PageView, known: ReadonlySet<Url>): Url[] {
  return [...new Set(anchors.map(({ url }) => url))].filter(
    (url) => url !== page && known.has(url),
  );
}
