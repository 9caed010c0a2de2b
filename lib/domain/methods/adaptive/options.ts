import { z } from "zod";
import { LEARNER_NAMES } from "../../stats/learner/own-learner.ts";
import { DEFAULT_PAGE_LEARNER } from "../page-learner.ts";

/** Sharpest draw: q^64 picks the greatest q except for the last digits. */
const MAX_BETA = 64;

const learner = z.enum(["auto", ...LEARNER_NAMES]);

/** Options of `adaptive`; the variant gives the defaults. */
const schema = z.strictObject({
  variant: z
    .enum(["dowser", "paper"])
    .default("dowser")
    .describe("As published, or with what we added."),
  pageLearner: learner
    .exactOptional()
    .describe("What pages are judged by; auto chooses by cross-validation on the labelled pages."),
  linkLearner: learner
    .exactOptional()
    .describe("What links are predicted by; auto chooses among the fast ones at each training."),
  features: z
    .enum(["url", "snippet", "all"])
    .exactOptional()
    .describe("Features of a link: its URL, the words at it, or also its position on the page."),
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
    .describe("Whether the link estimator also learns from links to the labelled pages."),
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
});

type Options = z.output<typeof schema>;

/** The defaults of a variant. */
type VariantDefaults = Required<Omit<Options, "variant">>;

const VARIANTS: Readonly<Record<Options["variant"], VariantDefaults>> = {
  /** Xu, Yoon & Tourassi 2014. */
  paper: {
    /** The best one in the paper. */
    pageLearner: "additive-regression",
    linkLearner: "auto",
    features: "snippet",
    beta: 1,
    conformal: "global",
    labelPrior: false,
    delayedReward: false,
    warmUp: 1_000,
    growth: 0.1,
    objective: "utility",
  },
  /** Measured on university sites and an encyclopedia; `docs/results.md` reports an ablation. */
  dowser: {
    pageLearner: DEFAULT_PAGE_LEARNER,
    linkLearner: "ridge-regression",
    features: "all",
    beta: "greedy",
    conformal: "none",
    labelPrior: true,
    delayedReward: true,
    warmUp: 0,
    growth: 0.1,
    objective: "utility",
  },
};

/** Options of `adaptive`, parsed into full settings. */
export const adaptiveOptions = schema.transform((options): Options & VariantDefaults => ({
  ...VARIANTS[options.variant],
  ...options,
}));

/** Settings of `adaptive`. */
export type AdaptiveSettings = z.output<typeof adaptiveOptions>;

/**
 * Returns whether links that led to no page teach the link estimator what is worth nothing: the paper
 * learns from pages alone.
 */
export function learnsFromMisses({ variant }: Pick<AdaptiveSettings, "variant">): boolean {
  return variant !== "paper";
}
