import { z } from "zod";
import { adaptiveOptions } from "../../lib/domain/methods/adaptive/options.ts";
import { LEARNER_NAMES } from "../learners/create-learner.ts";

const learner = z.enum(["auto", ...LEARNER_NAMES]);

/** The option of a strategy whose pages any learner may judge. */
export const pageLearnerOption = learner.describe(
  "What pages are judged by; auto chooses by cross-validation on the labelled pages.",
);

/** The learner of pages unless an option names one: it ranks pages of unseen sites best. */
export const DEFAULT_PAGE_LEARNER = "ridge-regression";

const { features, beta, conformal, labelPrior, delayedReward } = adaptiveOptions.shape;
const { warmUp, growth, objective } = adaptiveOptions.shape;

/** Options of `published-adaptive`; the variant gives the defaults. */
const schema = z.strictObject({
  variant: z
    .enum(["paper", "dowser"])
    .default("paper")
    .describe("As published, or as `adaptive` is but for the learners."),
  pageLearner: pageLearnerOption.exactOptional(),
  linkLearner: learner
    .exactOptional()
    .describe("What links are predicted by; auto chooses among the fast ones at each training."),
  features: features.removeDefault().exactOptional(),
  beta: beta.removeDefault().exactOptional(),
  conformal: conformal.removeDefault().exactOptional(),
  labelPrior: labelPrior.removeDefault().exactOptional(),
  delayedReward: delayedReward.removeDefault().exactOptional(),
  warmUp: warmUp.removeDefault().exactOptional(),
  growth: growth.removeDefault().exactOptional(),
  objective: objective.removeDefault().exactOptional(),
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
  dowser: {
    pageLearner: DEFAULT_PAGE_LEARNER,
    linkLearner: "ridge-regression",
    ...adaptiveOptions.parse({}),
  },
};

/** Options of `published-adaptive`, parsed into full settings. */
export const publishedAdaptiveOptions = schema.transform((options): Options & VariantDefaults => ({
  ...VARIANTS[options.variant],
  ...options,
}));
