import { crossValidate, stratifiedFolds } from "../../lib/domain/stats/learner/cross-validation.ts";
import type { Learner, Samples } from "../../lib/domain/stats/learner/learner.ts";
import { rootMeanSquaredError } from "./prediction-error.ts";

/** Settings of the comparison of learners. */
interface Comparison {
  /** How many stratified folds to make, or the fold of each row. */
  readonly folds: number | Int32Array;
  /** Seed of the assignment of rows to stratified folds. */
  readonly seed: number;
}

/** The learner with the least error, and the errors of the others. */
interface Choice {
  readonly learner: Learner;
  /** Its prediction for each row by a model trained without the row's fold. */
  readonly outOfFold: Float64Array;
  /**
   * Root mean squared errors, in the order of the candidates; Infinity when one is not a number.
   */
  readonly scores: readonly { readonly name: string; readonly error: number }[];
}

/**
 * Chooses the learner with the least cross-validated squared error, with the same folds for all
 * candidates. The first of equal ones wins. Throws a `RangeError` without a candidate.
 */
export function chooseLearner(
  candidates: readonly Learner[],
  samples: Samples,
  { folds, seed }: Comparison,
): Choice {
  const foldOf = typeof folds === "number" ? stratifiedFolds(samples.y, folds, seed) : folds;
  const tried = candidates.map((learner) => {
    const outOfFold = crossValidate(learner, samples, foldOf);
    const error = rootMeanSquaredError(outOfFold, samples.y, samples.weights) ?? 0;
    return { learner, outOfFold, error: Number.isNaN(error) ? Infinity : error };
  });
  const [first, ...others] = tried;
  if (first === undefined) throw new RangeError("there is no learner to choose from");
  const { learner, outOfFold } = others.reduce((a, b) => (b.error < a.error ? b : a), first);
  const scores = tried.map(({ learner: { name }, error }) => ({ name, error }));
  return { learner, outOfFold, scores };
}
