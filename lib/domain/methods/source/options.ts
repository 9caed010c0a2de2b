import { z } from "zod";

/** Most pages of a sample: all of them are clustered together. */
const MOST_SAMPLED = 10_000;

/** The option of all strategies that learn a site from a sample. */
export const sampleSizeOption = z
  .int()
  .min(1)
  .max(MOST_SAMPLED)
  .exactOptional()
  .describe("Pages that the site is learned from; left out, by the budget.");

/** A few pages in a hundred of a site are like no others; with a third the site has changed. */
const DRIFT_SHARE = 0.3;

/** The options that every form of `source` has. */
export const siteOptions = z.strictObject({
  goal: z
    .enum(["ucc", "target"])
    .default("ucc")
    .describe("What is looked for: user-created content, or pages like need.examplePage."),
  sampleSize: sampleSizeOption,
  driftShare: z
    .number()
    .min(0)
    .max(1)
    .default(DRIFT_SHARE)
    .describe("Share of pages of no known type from which the site is sampled again."),
});

/** The goal of a crawl of one site: user-created content of all kinds, or pages of one type. */
export type CrawlGoal = z.output<typeof siteOptions>["goal"];

/** Options of `source`. */
export const sourceOptions = siteOptions.extend({
  learning: z
    .enum(["counted", "apart"])
    // The fetched pages are the result; a sample that does not count is for comparisons.
    .default("counted")
    .describe("Whether the sample is part of the crawl, or apart from it and spares target pages."),
});

/** Settings of `source`, complete except for the size of the sample. */
export type SourceSettings = z.output<typeof sourceOptions>;
