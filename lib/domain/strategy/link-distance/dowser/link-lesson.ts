import { learnFeatures } from "../../../learner/feature-space.ts";
import type { FeaturedPair } from "../../adaptive/link-estimator.ts";
import type { TrainingPair } from "../../adaptive/training-pairs.ts";
import { travellingFeatures } from "./link-features.ts";

/** The links of a training set by their features, each with its reward. */
export type LinkModel = {
  readonly features: readonly string[];
  /** Pair p has the features numbered `columns[starts[p]]` … `columns[starts[p + 1] - 1]`. */
  readonly starts: readonly number[];
  readonly columns: readonly number[];
  readonly rewards: readonly number[];
};

/** A feature of one link holds for no other. */
const LEAST_SUPPORT = 2;

/** Keeps what of the links holds for other sites. */
export function storePairs(pairs: readonly TrainingPair[]): LinkModel {
  const named = pairs.map(travellingFeatures);
  const features = learnFeatures(named, LEAST_SUPPORT);
  const columnOf = new Map(features.map((feature, column) => [feature, column]));
  const starts = [0];
  const columns: number[] = [];
  for (const own of named) {
    for (const feature of own) {
      const column = columnOf.get(feature);
      if (column !== undefined) columns.push(column);
    }
    starts.push(columns.length);
  }
  return { features, starts, columns, rewards: pairs.map(({ reward }) => reward) };
}

/** The links that were stored, each of this weight. */
export function loadPairs(
  { features, starts, columns, rewards }: LinkModel,
  weight: number,
): FeaturedPair[] {
  return rewards.map((reward, pair) => {
    const own = columns.slice(starts[pair], starts[pair + 1]);
    return { features: own.map((column) => features[column] ?? ""), reward, weight };
  });
}
