import { adaptiveStrategy } from "../../lib/domain/methods/adaptive/adaptive.ts";
import { adaptiveOptions } from "../../lib/domain/methods/adaptive/options.ts";
import { learnedEstimation } from "../../lib/domain/methods/adaptive/page-estimator/learned-estimation.ts";
import { baselineStrategy, isBaseline } from "../../lib/domain/methods/baseline/baseline.ts";
import { learnersFor } from "../../lib/domain/methods/load-peers.ts";
import type { PageEstimation } from "../../lib/domain/methods/page-estimation.ts";
import type { PageAssessment, Strategy } from "../../lib/domain/methods/strategy.ts";
import { linkLearnerStrategy } from "../../lib/domain/peers/link-learner/link-learner.ts";
import { linkLearnerOptions } from "../../lib/domain/peers/link-learner/options.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { parseStrategyOption } from "../../lib/project/parse-strategy-option.ts";
import type { Dataset } from "./dataset.ts";

type EstimatorSettings = Omit<Parameters<typeof learnedEstimation>[0], "seed">;

/** Page estimations of a dataset, by kind of estimator. */
const learned = new WeakMap<Dataset, Map<string, PageEstimation>>();

/**
 * Returns a strategy for crawls of this dataset; those that judge pages alike share their page
 * estimator.
 */
export async function strategyAt(
  dataset: Dataset,
  option: string,
  { seed, asksQueries = false }: { readonly seed: number; readonly asksQueries?: boolean },
): Promise<Strategy> {
  const { name, ...options } = await parseStrategyOption(option);
  const estimation = async (variant: "paper" | "dowser", learner: EstimatorSettings["learner"]) =>
    estimationAt(dataset, { variant, learner, makeLearner: await learnersFor(learner) });
  if (name === "adaptive") {
    const settings = adaptiveOptions.parse(options);
    const shared = await estimation(settings.variant, settings.pageLearner);
    const makeLearner = await learnersFor(settings.linkLearner);
    return adaptiveStrategy(settings, { seed, estimation: shared, asksQueries, makeLearner });
  }
  if (name === "link-learner") {
    const settings = linkLearnerOptions.parse(options);
    const shared = await estimation("dowser", settings.pageLearner);
    return linkLearnerStrategy(settings, { seed, estimation: shared });
  }
  if (isBaseline(name) && "pageEstimator" in options)
    return baselineStrategy(name, await estimation("dowser", "ridge-regression"));
  throw new Error(`${name} does not judge pages by labels`);
}

/** Seed for the draws of page estimators: one estimator serves all crawls of a dataset. */
const ESTIMATORS = 1;

function estimationAt(dataset: Dataset, settings: EstimatorSettings): PageEstimation {
  const ofPlace = learned.get(dataset) ?? new Map<string, PageEstimation>();
  learned.set(dataset, ofPlace);
  const name = JSON.stringify(settings);
  const known = ofPlace.get(name) ?? sharedEstimation(dataset, settings);
  ofPlace.set(name, known);
  return known;
}

/**
 * Returns an estimation that all crawls share: learning from the dataset's labels, and judging each
 * page, is done once.
 */
function sharedEstimation({ need }: Dataset, settings: EstimatorSettings): PageEstimation {
  const estimation = learnedEstimation({ ...settings, seed: ESTIMATORS });
  const model = estimation.train(need, undefined);
  const judge = estimation.compile(model);
  const judgements = new Map<Url, PageAssessment>();
  return {
    train: () => model,
    compile: () => (page) => {
      const known = judgements.get(page.url);
      if (known !== undefined) return known;
      const judged = judge(page);
      judgements.set(page.url, judged);
      return judged;
    },
  };
}
