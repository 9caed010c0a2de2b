import { z } from "zod";
import { LEARNER_NAMES } from "../domain/learner/create-learner.ts";
import type { AdaptiveSettings } from "../domain/strategy/adaptive/adaptive-settings.ts";
import { ADAPTIVE_VARIANTS, STRATEGY_DEFAULTS } from "./strategy-defaults.ts";

const { adaptive, "link-learner": linkLearner, naive } = STRATEGY_DEFAULTS;

/** Sharpest draw: q^64 is the greatest q but for the last digits. */
const MAX_BETA = 64;

const learner = z.enum(["auto", ...LEARNER_NAMES]);

const PAGE_LEARNER =
  "What pages are judged by; auto chooses by cross-validation on the labelled pages.";

/** The page estimator of an order that learns nothing of links. */
export const pageEstimator = z
  .enum(["cosine", "learned"])
  .exactOptional()
  .describe(
    "Pages judged by their cosine with the need, as if left out, or by what its good and bad pages teach.",
  );

/** Options of `adaptive`; those left out are the variant's. */
export const adaptiveSchema = z
  .strictObject({
    name: z.literal("adaptive"),
    variant: z
      .enum(["dowser", "paper"])
      .default(adaptive.variant)
      .describe("As published, or with what we added."),
    pageLearner: learner.exactOptional().describe(PAGE_LEARNER),
    linkLearner: learner
      .exactOptional()
      .describe("What links are predicted by; auto chooses among the fast ones at each training."),
    features: z
      .enum(["url", "snippet", "all"])
      .exactOptional()
      .describe("What of a link counts: its URL, the words at it, or also where it stands."),
    beta: z
      .union([z.literal("greedy"), z.number().positive().max(MAX_BETA)])
      .exactOptional()
      .describe("Sharpness of the draw in proportion to q^beta; greedy takes the best."),
    conformal: z
      .enum(["strata", "global", "none"])
      .exactOptional()
      .describe("Which predictions' errors temper a prediction: of its like, of all, or none."),
    labelPrior: z
      .boolean()
      .exactOptional()
      .describe("Whether the labelled pages teach what links to such pages look like."),
    delayedReward: z
      .boolean()
      .exactOptional()
      .describe("Whether a page is worth as much as what its links led to."),
    warmUp: z
      .int()
      .min(0)
      .exactOptional()
      .describe("Pages fetched by chance before any prediction counts."),
    growth: z
      .number()
      .min(0)
      .max(10)
      .exactOptional()
      .describe("Share by which the pages grow between two trainings; 0 trains once."),
    objective: z
      .enum(["utility", "utility-per-second"])
      .exactOptional()
      .describe("What is to be had much of, for each page or for each second of fetching."),
  })
  .describe("Links by what links like them led to; pages by the user's labels (Xu 2014).");

/** The peers that `adaptive` is compared with. */
export const peerSchemas = [
  z
    .strictObject({
      name: z.literal("link-learner"),
      features: z
        .enum(["url", "url+anchor+around"])
        .default(linkLearner.features)
        .describe("What of a link is learned from."),
      classes: z
        .union([z.literal(2), z.literal(3)])
        .default(linkLearner.classes)
        .describe("Links to targets or not; or by their distance to a target: 0, 1 or 2."),
      every: z
        .int()
        .min(1)
        .default(linkLearner.every)
        .describe("Pages fetched between two trainings."),
      selection: z
        .enum(["hosts", "best", "proportional"])
        .default(linkLearner.selection)
        .describe("The best link of each host in turn, the best of all, or by chance."),
      initial: z
        .enum(["parent", "examples"])
        .default(linkLearner.initial)
        .describe(
          "What links are worth before anything was learned: by their page, or by the examples' URLs.",
        ),
      pageLearner: learner.default(linkLearner.pageLearner).describe(PAGE_LEARNER),
    })
    .describe("Links by a classifier of their words (Barbosa & Freire 2007)."),
  z
    .strictObject({
      name: z.literal("naive"),
      pageLearner: learner.default(naive.pageLearner).describe(PAGE_LEARNER),
    })
    .describe("The results of the queries alone: no link is followed."),
] as const;

/** The settings that options of `adaptive` stand for. */
export function adaptiveSettings(options: z.output<typeof adaptiveSchema>): AdaptiveSettings {
  return { ...ADAPTIVE_VARIANTS[options.variant], ...options };
}
