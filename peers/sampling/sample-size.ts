import type { CrawlGoal } from "../../lib/domain/methods/source/source-aim.ts";

/**
 * Most pages of a default sample: more are hardly more informative, for content not even these (Xu,
 * Gao & Callan 2018, § 5.5).
 */
const MOST: Readonly<Record<CrawlGoal, number>> = { ucc: 100, target: 200 };

/** Least pages of a sample: fewer do not show a template often enough to recognise it. */
const LEAST = 40;

/** Largest share of a small budget that is spent on learning. */
const SHARE = 1 / 5;

/**
 * Returns the default number of pages to learn a site from, by the pages of the crawl's budget
 * (`Infinity`: no bound).
 */
export function sampleSizeFor(goal: CrawlGoal, pages: number): number {
  const most = pages === Infinity ? MOST.target : MOST[goal];
  return Math.min(most, Math.max(LEAST, Math.floor(SHARE * pages)));
}
