import {
  type Example,
  fitLogisticRegression,
  type Weights,
} from "../../lib/domain/stats/learner/cross-validation.ts";

/** Most features of a model, those with the greatest weights: some 100 kB. */
const MOST_FEATURES = 5_000;

/** Weights are kept to a ten-thousandth of the log-odds. */
const DECIMALS = 10_000;

/** In every link: its weight is the log-odds of a link without other features. */
export const BIAS = "";

/**
 * Trains a logistic classifier of links to targets and to other pages. Returns `null` as long as one
 * of the two is missing.
 */
export function trainLinkClasses(examples: readonly Example[]): Weights | null {
  const good = examples.filter(({ isGood }) => isGood).length;
  if (good === 0 || good === examples.length) return null;
  const fitted = Object.entries(fitLogisticRegression(examples, {}))
    .map(([feature, weight]) => [feature, Math.round(weight * DECIMALS) / DECIMALS] as const)
    .filter(([, weight]) => weight !== 0)
    .toSorted(([a, one], [b, other]) => Math.abs(other) - Math.abs(one) || (a < b ? -1 : 1));
  return Object.fromEntries(fitted.slice(0, MOST_FEATURES));
}
