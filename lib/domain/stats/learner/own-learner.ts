import type { Learner } from "./learner.ts";
import { ridgeRegression } from "./ridge-regression.ts";

/**
 * Names of all learners: the nine of Xu, Yoon & Tourassi 2014, their components and their
 * competitors.
 */
export const LEARNER_NAMES = [
  "additive-regression",
  "ridge-regression",
  "elastic-net",
  "gaussian-process",
  "isotonic-regression",
  "least-median-of-squares",
  "rbf-network",
  "bagging",
  "regression-by-discretization",
  "stacking",
  "random-forest",
  "regression-tree",
  "regression-stump",
] as const;

/** Name of a learner in the options of a strategy. */
export type LearnerName = (typeof LEARNER_NAMES)[number];

/** Creates a learner by its name; `seed` starts its random numbers. */
export type MakeLearner = (name: LearnerName, seed: number) => Learner;

/**
 * Settings of the ridge regression. The penalty equals one more sample of each feature that says it
 * means nothing. Crawls with a tolerance of a thousandth follow the same links as with exact
 * solutions, in half of the time.
 */
export const RIDGE = { lambda: 3, tolerance: 1e-3 };

/** Creates the one learner of the default variants; throws a `RangeError` for another name. */
export function ownLearner(name: LearnerName): Learner {
  if (name !== "ridge-regression") throw new RangeError(`the learner ${name} was not loaded`);
  return ridgeRegression(RIDGE);
}
