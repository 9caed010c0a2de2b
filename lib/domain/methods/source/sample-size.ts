import { z } from "zod";

/** The goal of a crawl of one site: user-created content of all kinds, or pages of one type. */
export type CrawlGoal = "ucc" | "target";

/**
 * Most pages of a default sample: more are hardly more informative, for content not even these (Xu,
 * Gao & Callan 2018, § 5.5).
 */
const MOST: Readonly<Record<CrawlGoal, number>> = { ucc: 100, target: 200 };

/** Least pages of a sample: fewer do not show a template often enough to recognise it. */
const LEAST = 40;

/** Largest share of a small budget that is spent on learning. */
const SHARE = 1 / 5;

/** Most pages of a sample: all of them are clustered together. */
const MOST_SAMPLED = 10_000;

/** The option of all strategies that learn a site from a sample. */
export const sampleSizeOption = z
  .int()
  .min(1)
  .max(MOST_SAMPLED)
  .exactOptional()
  .describe("Pages that the site is learned from; left out, by the budget.");

/**
 * Returns the default number of pages to learn a site from, by the pages of the crawl's budget
 * (`Infinity`: no bound).
 */
export function sampleSizeFor(goal: CrawlGoal, pages: number): number {
  const most = pages === Infinity ? MOST.target : MOST[goal];
  return Math.min(most, Math.max(LEAST, Math.floor(SHARE * pages)));
}
