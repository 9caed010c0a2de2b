import {
  type EstimatorSettings,
  fitLinkEstimator,
} from "../../lib/domain/methods/adaptive/link-estimator.ts";
import type { TrainingPair } from "../../lib/domain/methods/adaptive/training-pairs.ts";

/** Trains a link estimator on links that were followed; `seed` assigns the folds. */
export function trainLinkEstimator(
  pairs: readonly TrainingPair[],
  settings: EstimatorSettings,
  seed: number,
): ReturnType<typeof fitLinkEstimator> {
  const { featuresOf } = settings;
  const featured = pairs.map((pair) => ({ ...pair, features: featuresOf(pair) }));
  return fitLinkEstimator(featured, settings, seed);
}
