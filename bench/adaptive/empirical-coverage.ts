/** How often intervals have the value that they predict. */
import {
  type CalibrationCase,
  CONFORMAL_LEVELS,
  type ConformalPredictor,
} from "../../lib/domain/stats/learner/conformal-strata.ts";

/**
 * Computes the share of cases whose label lies in the interval, for each of {@link
 * CONFORMAL_LEVELS}, in [0,1]. It is NaN without a case. The share is too good for cases that the
 * model was fitted to.
 */
export function empiricalCoverage(
  { interval }: ConformalPredictor,
  cases: readonly CalibrationCase[],
): readonly number[] {
  return CONFORMAL_LEVELS.map((_eta, level) => {
    const held = cases.filter((each) => {
      const [low, high] = interval(each, level);
      return low <= each.label && each.label <= high;
    });
    return held.length / cases.length;
  });
}
