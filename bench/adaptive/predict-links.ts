import {
  compileLinkEstimator,
  fitLinkEstimator,
} from "../../lib/domain/methods/adaptive/link-estimator.ts";
import { linkFeatures } from "../../lib/domain/methods/adaptive/link-features.ts";
import { adaptiveOptions } from "../../lib/domain/methods/adaptive/options.ts";
import {
  crawledPairs,
  type TrainingPair,
} from "../../lib/domain/methods/adaptive/training-pairs.ts";
import type { Evidence, Strategy } from "../../lib/domain/methods/strategy.ts";
import {
  type CalibrationCase,
  compileConformalStrata,
} from "../../lib/domain/stats/learner/conformal-strata.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { parseStrategyOption } from "../../peers/commands/parse-strategy-option.ts";
import { crawlDataset } from "./crawl-dataset.ts";
import type { Dataset } from "./dataset.ts";
import { empiricalCoverage } from "./empirical-coverage.ts";
import type { Predicted, PredictJob } from "./jobs.ts";
import { strategyAt } from "./strategy-at.ts";

/** Number of random splits; in each, one half is learned from and the other is predicted. */
const PARTINGS = 5;

/**
 * Crawls a whole site and splits the followed links at random. Learns from one half what those of
 * the other lead to, and counts how often the truth lay within the intervals.
 */
export async function predictLinks(
  dataset: Dataset,
  { strategy: option, seed }: Pick<PredictJob, "strategy" | "seed">,
): Promise<Predicted> {
  const { name, ...options } = await parseStrategyOption(option);
  if (name !== "adaptive") throw new Error(`${name} predicts no link so`);
  const choice = adaptiveOptions.parse(options);
  const settings = { ...choice, featuresOf: linkFeatures(choice.features) };
  // On a whole site, the links that are followed do not depend on the intervals.
  const evidence = await evidenceOf(dataset, await strategyAt(dataset, "adaptive", { seed }), seed);
  const pairs = crawledPairs(evidence.visits, choice.delayedReward);
  const cases: CalibrationCase[] = [];
  const coverages: (readonly number[])[] = [];
  for (let parting = 1; parting <= PARTINGS; parting += 1) {
    const isLearned = ({ url }: TrainingPair) => hashToUnit(parting, url) < 0.5;
    const learned = pairs.filter(isLearned);
    const featured = learned.map((pair) => ({ ...pair, features: settings.featuresOf(pair) }));
    const model = fitLinkEstimator(featured, settings, seed);
    const { estimate } = compileLinkEstimator(model, settings);
    const unseen = pairs
      .filter((pair) => !isLearned(pair))
      .map((pair) => ({ ...estimate(pair), label: pair.reward }));
    cases.push(...unseen);
    if (model.errors !== null)
      coverages.push(empiricalCoverage(compileConformalStrata(model.errors), unseen));
  }
  const points = cases.map(({ prediction, label }) => [prediction, label] as const);
  return { points, coverages };
}

/** Returns what the last training of a crawl saw: all but the last tenth of it. */
async function evidenceOf(dataset: Dataset, strategy: Strategy, seed: number): Promise<Evidence> {
  let seen: Evidence = { visits: [], misses: [] };
  const watched: Strategy = {
    ...strategy,
    train: (evidence, need, previous) => {
      seen = evidence;
      return strategy.train(evidence, need, previous);
    },
  };
  await crawlDataset(dataset, { strategy: watched, seed });
  return seen;
}
