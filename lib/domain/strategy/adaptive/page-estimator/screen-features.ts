import { oddsRatio } from "./odds-ratio.ts";

/** A page to learn from: its features, each once, and whether it is wanted. */
export interface FeaturedPage {
  readonly features: readonly string[];
  readonly isGood: boolean;
}

/** A feature with the evidence for it. */
export interface RankedFeature {
  readonly feature: string;
  /** Labelled pages that have it. */
  readonly support: number;
  /** See {@link oddsRatio}. */
  readonly oddsRatio: number;
}

/** Pages that a feature must be on, in the paper's experiments. */
const LEAST_SUPPORT = 5;
/** With fewer labelled pages a smaller support is asked for: two pages, or this share of them. */
const FEW_PAGES = 50;
const LEAST_OF_FEW = 2;
const SHARE_OF_FEW = 0.01;

/** Least support of a feature among so many labelled pages, in pages. */
export function leastSupport(pages: number): number {
  return pages < FEW_PAGES ? Math.max(LEAST_OF_FEW, SHARE_OF_FEW * pages) : LEAST_SUPPORT;
}

/**
 * The features that at least `least` pages have, the greatest odds ratio first (the two screenings of Xu,
 * Yoon & Tourassi 2014); of equal ones that of the larger support, then the first in code-unit order.
 */
export function screenFeatures(
  pages: readonly FeaturedPage[],
  least = leastSupport(pages.length),
): RankedFeature[] {
  const counts = new Map<string, { good: number; bad: number }>();
  const all = { good: 0, bad: 0 };
  for (const { features, isGood } of pages) {
    const side = isGood ? "good" : "bad";
    all[side] += 1;
    for (const feature of features) {
      const having = counts.get(feature) ?? { good: 0, bad: 0 };
      having[side] += 1;
      counts.set(feature, having);
    }
  }
  const ranked: RankedFeature[] = [];
  for (const [feature, having] of counts) {
    const support = having.good + having.bad;
    if (support >= least) ranked.push({ feature, support, oddsRatio: oddsRatio(having, all) });
  }
  return ranked.toSorted(byOdds);
}

function byOdds(a: RankedFeature, b: RankedFeature): number {
  return b.oddsRatio - a.oddsRatio || b.support - a.support || (a.feature < b.feature ? -1 : 1);
}
