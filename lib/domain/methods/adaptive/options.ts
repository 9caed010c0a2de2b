import { z } from "zod";

/** Sharpest draw: q^64 picks the greatest q except for the last digits. */
const MAX_BETA = 64;

/** Options of `adaptive`; measured on university sites and an encyclopedia (`docs/results.md`). */
export const adaptiveOptions = z.strictObject({
  features: z
    .enum(["url", "snippet", "all"])
    .describe("Features of a link: its URL, the words at it, or also its position on the page.")
    .default("all"),
  beta: z
    .union([z.literal("greedy"), z.number().positive().max(MAX_BETA)])
    .describe("Sharpness of the draw in proportion to q^beta; greedy takes the best.")
    .default("greedy"),
  conformal: z
    .enum(["strata", "global", "none"])
    .describe("Which predictions' errors temper a prediction: of its like, of all, or none.")
    .default("none"),
  labelPrior: z
    .boolean()
    .describe("Whether the link estimator also learns from links to the labelled pages.")
    .default(true),
  delayedReward: z
    .boolean()
    .describe("Whether a page is worth as much as what its links led to.")
    .default(true),
  warmUp: z
    .int()
    .min(0)
    .describe("Pages fetched by chance before any prediction counts.")
    .default(0),
  growth: z
    .number()
    .min(0)
    .max(10)
    .describe("Share by which the pages grow between two trainings; 0 trains once.")
    .default(0.1),
  objective: z
    .enum(["utility", "utility-per-second"])
    .describe("What is to be had much of, for each page or for each second of fetching.")
    .default("utility"),
});

/** Settings of `adaptive`. */
export type AdaptiveSettings = z.output<typeof adaptiveOptions>;
