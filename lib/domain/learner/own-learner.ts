import type { Learner } from "./learner.ts";
import { ridgeRegression } from "./ridge-regression.ts";

/** Every learner there is: the nine of Xu, Yoon & Tourassi 2014, and what these are made of or compete with. */
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

/** Makes a learner by its name; `seed` is that of its chance. */
export type MakeLearner = (name: LearnerName, seed: number) => Learner;

/**
 * As much as one more sample of each feature says that it means nothing. Crawls go the same way from a
 * thousandth as from exact solutions, in half of the time.
 */
export const RIDGE = { lambda: 3, tolerance: 1e-3 };

/** Makes the one learner that the default variants use; throws a `RangeError` for the name of another. */
export function ownLearner(name: LearnerName): Learner {
  if (name !== "ridge-regression") throw new RangeError(`the learner ${name} was not loaded`);
  return ridgeRegression(RIDGE);
}
