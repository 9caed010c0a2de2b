import { z } from "zod";

/** What a crawl of one site is after: user-created content of all kinds, or pages of one type. */
export type CrawlGoal = "ucc" | "target";

/** Most pages of a sample: more hardly teach more, of content not even these (Xu, Gao & Callan 2018, § 5.5). */
const MOST: Readonly<Record<CrawlGoal, number>> = { ucc: 100, target: 200 };

/** Fewer pages do not show a template often enough to know it. */
const LEAST = 40;

/** Share of the budget that may go into learning where it is small. */
const SHARE = 1 / 5;

/** Most pages of a sample: they are clustered at once. */
const MOST_SAMPLED = 10_000;

/** Option of all strategies that learn a site from a sample. */
export const sampleSizeOption = z
  .int()
  .min(1)
  .max(MOST_SAMPLED)
  .exactOptional()
  .describe("Pages that the site is learned from; left out, by the budget.");

/** Pages to learn a site from, where none are asked for, by the pages of the crawl's budget (`Infinity`: no bound). */
export function sampleSizeFor(goal: CrawlGoal, pages: number): number {
  const most = pages === Infinity ? MOST.target : MOST[goal];
  return Math.min(most, Math.max(LEAST, Math.floor(SHARE * pages)));
}
