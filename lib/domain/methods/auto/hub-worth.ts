import type { Url } from "../../web/url/url.ts";
import { hubWorth } from "../adaptive/training-pairs.ts";
import type { Visit } from "../strategy.ts";

/** A page that was fetched. */
export type Followed = Pick<Visit, "url" | "parent" | "utility">;

/** Pages that a page must lead to, to be worth as much as a hub can be. */
const HUB_PAGES = 3;

/** Latest pages by which the crawl's present harvest is known. */
const LATEST = 30;

/**
 * Returns what following the link to each page was worth, in [0,1]. A page that led to targets is
 * worth what these bring above the draws that the crawl makes anyway, times the chance that links
 * found now will still be fetched: 0.8 · min(1, targets behind ÷ 3) · (1 − harvest) · chance.
 * @param hubs whether what a page led to counts
 * @param remaining pages that the budget still allows
 */
export function rewardsOf(
  pages: readonly Followed[],
  { hubs, remaining }: { readonly hubs: boolean; readonly remaining: number },
): number[] {
  if (!hubs) return pages.map(({ utility }) => utility);
  const behind = utilityBehind(pages);
  const share = (1 - harvestNow(pages)) * chanceOfFetch(pages, remaining);
  return pages.map(({ url, utility }) =>
    Math.max(utility, share * hubWorth(behind.get(url) ?? 0, HUB_PAGES)),
  );
}

function utilityBehind(pages: readonly Followed[]): ReadonlyMap<Url, number> {
  const sums = new Map<Url, number>();
  for (const { parent, utility } of pages)
    if (parent !== undefined) sums.set(parent, (sums.get(parent) ?? 0) + utility);
  return sums;
}

/**
 * Returns what a draw brings anyway: the mean utility of the latest pages or of all, whichever is more.
 * By the latest alone a crawl that had bad luck would turn to lists, and have more of it.
 */
function harvestNow(pages: readonly Followed[]): number {
  const sumOf = (each: readonly Followed[]) => each.reduce((sum, { utility }) => sum + utility, 0);
  // Latest pages that are not there yet count as 0.
  return Math.max(
    sumOf(pages.slice(-LATEST)) / LATEST,
    sumOf(pages) / Math.max(LATEST, pages.length),
  );
}

/** Returns the share of followed links that were fetched within so many pages of their discovery. */
function chanceOfFetch(pages: readonly Followed[], remaining: number): number {
  const places = new Map(pages.map(({ url }, place) => [url, place]));
  // Before anything is known the chance is 1.
  let [within, all] = [1, 1];
  for (const [place, { parent }] of pages.entries()) {
    const found = parent === undefined ? undefined : places.get(parent);
    if (found === undefined) continue;
    all += 1;
    if (place - found <= remaining) within += 1;
  }
  return within / all;
}
