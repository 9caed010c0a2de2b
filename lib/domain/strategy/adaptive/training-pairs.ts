import type { PageView } from "../../page/page-view.ts";
import { hashToUnit } from "../../random/hash-to-unit.ts";
import type { Url } from "../../url/url.ts";
import type { LinkFacts, Need, Visit } from "../strategy.ts";

/** A link to learn from: what was known of it, and what it was worth to follow it. */
export interface TrainingPair extends LinkFacts {
  /** In [0,1]. */
  readonly reward: number;
  /** How much the pair counts; that of a page fetched is 1. */
  readonly weight: number;
}

/** Share of a perfect page's worth that a page has whose links led to enough wanted ones. */
const HUB_WORTH = 0.8;
/** Wanted pages behind a page that make it such a hub. */
const HUB_PAGES = 3;

/** Pages fetched up to which a label counts as much as one of them; later less, in proportion. */
const PRIOR_PAGES = 20;
/** Labels that count at most: with many more of them what the crawl itself finds is not heard. */
const MOST_LABELS = 1_000;

/**
 * The links that were followed to a page, with the utility of the page; of a hub, where reward is delayed,
 * that of the pages that were come by first through it if that is more.
 */
export function crawledPairs(
  visits: readonly Visit[],
  isDelayed: boolean,
  hubPages = HUB_PAGES,
): TrainingPair[] {
  const behind = isDelayed ? utilityBehind(visits) : new Map<Url, number>();
  return visits.flatMap(({ url, parent, snippet, utility }) => {
    if (snippet === undefined) return [];
    const hub = hubWorth(behind.get(url) ?? 0, hubPages);
    return [{ url, parent, snippet, reward: Math.max(utility, hub), weight: 1 }];
  });
}

/** What a page is worth by the sum of the utilities behind it: 0.8 · min(1, sum ÷ pages that make it a hub). */
export function hubWorth(behind: number, hubPages: number): number {
  return HUB_WORTH * Math.min(1, behind / hubPages);
}

function utilityBehind(visits: readonly Visit[]): ReadonlyMap<Url, number> {
  const sums = new Map<Url, number>();
  for (const { parent, utility } of visits)
    if (parent !== undefined) sums.set(parent, (sums.get(parent) ?? 0) + utility);
  return sums;
}

/**
 * The pages that the user labelled as if links had led to them: each by its URL and title, with its label.
 * They are all there is before the first page, and count less and less as `fetched` grows.
 */
export function labelPairs(
  { good, bad }: Pick<Need, "good" | "bad">,
  fetched: number,
): TrainingPair[] {
  const weight = Math.min(1, PRIOR_PAGES / Math.max(1, fetched));
  const share = Math.min(1, MOST_LABELS / (good.length + bad.length));
  const pairs = (pages: readonly PageView[], reward: number) =>
    someOf(pages, Math.ceil(share * pages.length)).map(({ url, title }) => {
      const snippet = { anchor: title, before: "", after: "", title: "" };
      return { url, parent: undefined, snippet, reward, weight };
    });
  return [...pairs(good, 1), ...pairs(bad, 0)];
}

/** So many of the pages, the same ones whatever their order. */
function someOf(pages: readonly PageView[], most: number): readonly PageView[] {
  if (pages.length <= most) return pages;
  return pages
    .map((page) => ({ page, turn: hashToUnit(0, page.url) }))
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, most)
    .map(({ page }) => page);
}
