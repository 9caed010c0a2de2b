import { adaptiveStrategy } from "../../lib/domain/methods/adaptive/adaptive.ts";
import { adaptiveOptions } from "../../lib/domain/methods/adaptive/options.ts";
import { learnedPages } from "../../lib/domain/methods/adaptive/page-estimator/learned-estimation.ts";
import { type BaselineName, baselineStrategy } from "../../lib/domain/methods/baseline/baseline.ts";
import type { PageEstimation } from "../../lib/domain/methods/page-estimation.ts";
import type { PageAssessment, Strategy } from "../../lib/domain/methods/strategy.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { linksBy } from "../../peers/adaptive/link-trainer.ts";
import { publishedAdaptiveOptions } from "../../peers/adaptive/options.ts";
import { type PageVariant, pagesBy } from "../../peers/adaptive/page-trainer.ts";
import { parseStrategyOption } from "../../peers/commands/parse-strategy-option.ts";
import type { LearnerName } from "../../peers/learners/create-learner.ts";
import { linkLearnerStrategy } from "../../peers/link-learner/link-learner.ts";
import { linkLearnerOptions } from "../../peers/link-learner/options.ts";
import type { Dataset } from "./dataset.ts";

/** How pages are judged: as the product does, or by a learner as published or not. */
type Estimator = "product" | readonly [variant: PageVariant, learner: LearnerName | "auto"];

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
  if (name === "adaptive") {
    const estimation = estimationAt(dataset, "product");
    return adaptiveStrategy(adaptiveOptions.parse(options), {
      seed,
      estimation,
      asksQueries,
    });
  }
  if (name === "published-adaptive") {
    const settings = publishedAdaptiveOptions.parse(options);
    const estimation = estimationAt(dataset, [settings.variant, settings.pageLearner]);
    const linkTrainer = linksBy(settings.linkLearner);
    return adaptiveStrategy(settings, { seed, estimation, asksQueries, linkTrainer });
  }
  if (name === "link-learner") {
    const settings = linkLearnerOptions.parse(options);
    const estimation = estimationAt(dataset, ["dowser", settings.pageLearner]);
    return linkLearnerStrategy(settings, { seed, estimation });
  }
  const order = ORDERS.find((each) => each === name);
  if (order !== undefined && "pageEstimator" in options)
    return baselineStrategy(order, estimationAt(dataset, "product"));
  throw new Error(`${name} does not judge pages by labels`);
}

/** Crawl orders that need no training. */
const ORDERS: readonly BaselineName[] = ["breadth-first", "depth-first", "random", "best-first"];

/** Seed for the draws of page estimators: one estimator serves all crawls of a dataset. */
const ESTIMATORS = 1;

function estimationAt(dataset: Dataset, estimator: Estimator): PageEstimation {
  const ofPlace = learned.get(dataset) ?? new Map<string, PageEstimation>();
  learned.set(dataset, ofPlace);
  const name = JSON.stringify(estimator);
  const known = ofPlace.get(name) ?? sharedEstimation(dataset, estimationOf(estimator));
  ofPlace.set(name, known);
  return known;
}

function estimationOf(estimator: Estimator): PageEstimation {
  if (estimator === "product") return learnedPages(ESTIMATORS);
  const [variant, learner] = estimator;
  return pagesBy(learner, ESTIMATORS, variant);
}

/**
 * Returns an estimation that all crawls share: learning from the dataset's labels, and judging each
 * page, is done once.
 */
function sharedEstimation({ need }: Dataset, estimation: PageEstimation): PageEstimation {
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
