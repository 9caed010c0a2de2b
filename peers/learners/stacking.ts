import type { Json } from "../../lib/domain/json.ts";
import { crossValidate, stratifiedFolds } from "../../lib/domain/stats/learner/cross-validation.ts";
import {
  type Learner,
  type Predictor,
  type Samples,
  weightySamples,
} from "../../lib/domain/stats/learner/learner.ts";
import { weightedMean } from "../../lib/domain/stats/vector/sparse-rows.ts";

/** How models of several kinds are combined. */
interface StackingRule {
  readonly learners: readonly Learner[];
  /** Folds that the learners are compared on, ≥ 2. */
  readonly folds: number;
  /**
   * Stabilises the weights of learners with similar predictions, as a share of the labels'
   * variance, ≥ 0.
   */
  readonly ridge: number;
  readonly seed: number;
}

/**
 * A model of each learner and its weight. A type and not an interface, since it is stored as JSON.
 */
type StackedModel = {
  readonly intercept: number;
  readonly coefficients: readonly number[];
  readonly models: readonly Json[];
};

/**
 * Creates stacked regressions (Wolpert 1992; Breiman 1996). The out-of-fold predictions of the
 * learners are features, and a linear model of these, without negative coefficients, is fitted to
 * the labels.
 */
export function stacking(rule: StackingRule): Learner<StackedModel> {
  return {
    name: "stacking",
    fit: (all) => fitStack(weightySamples(all), rule),
    compile: (model) => compileStack(model, rule.learners),
  };
}

function fitStack(samples: Samples, { learners, folds, ridge, seed }: StackingRule): StackedModel {
  const { y, weights } = samples;
  const foldOf = stratifiedFolds(y, folds, seed);
  const outOfFold = learners.map((learner) => crossValidate(learner, samples, foldOf));
  const coefficients = nonNegativeRidge(outOfFold, y, weights, ridge);
  const means = outOfFold.map((predictions) => weightedMean(predictions, weights));
  const explained = coefficients.reduce((sum, weight, at) => sum + weight * (means[at] ?? 0), 0);
  return {
    intercept: weightedMean(y, weights) - explained,
    coefficients,
    models: learners.map((learner) => learner.fit(samples)),
  };
}

function compileStack(
  { intercept, coefficients, models }: StackedModel,
  learners: readonly Learner[],
): Predictor {
  const predictors = learners.flatMap((learner, at) => {
    const coefficient = coefficients[at] ?? 0;
    if (coefficient === 0) return [];
    return [{ coefficient, predict: learner.compile(models[at] ?? null) }];
  });
  return (row) =>
    predictors.reduce(
      (sum, { coefficient, predict }) => sum + coefficient * predict(row),
      intercept,
    );
}

/** Most passes over the coefficients; a handful of predictors converges far sooner. */
const MAX_PASSES = 1_000;
/** A pass that moves no coefficient by more than this is the last. */
const SETTLED = 1e-12;

/**
 * Returns the coefficients ≥ 0 with the least weighted squared error plus penalty, and an intercept
 * without bounds. The penalty is `ridge` × Σ weight × variance of the labels × ‖coefficients‖².
 * Coordinate descent is exact here, since the problem is convex. `predictors` are the columns; they
 * should be few, since a pass takes the square of their number.
 */
export function nonNegativeRidge(
  predictors: readonly Float64Array[],
  labels: Float64Array,
  weights: Float64Array,
  ridge: number,
): readonly number[] {
  const columns = predictors.map((column) => centred(column, weights));
  const target = centred(labels, weights);
  const gram = columns.map((a) => columns.map((b) => product(a, b, weights)));
  const slopes = columns.map((column) => product(column, target, weights));
  const penalty = ridge * product(target, target, weights);
  const coefficients = columns.map(() => 0);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    let moved = 0;
    for (const [at, row] of gram.entries()) {
      const [old, own] = [coefficients[at] ?? 0, row[at] ?? 0];
      const explained = row.reduce(
        (sum, value, other) => sum + value * (coefficients[other] ?? 0),
        0,
      );
      const rest = (slopes[at] ?? 0) - explained + own * old;
      const fresh = own + penalty > 0 ? Math.max(0, rest / (own + penalty)) : 0;
      coefficients[at] = fresh;
      moved = Math.max(moved, Math.abs(fresh - old));
    }
    if (moved <= SETTLED) break;
  }
  return coefficients;
}

function centred(values: Float64Array, weights: Float64Array): Float64Array {
  const mean = weightedMean(values, weights);
  return values.map((value) => value - mean);
}

function product(a: Float64Array, b: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (const [row, weight] of weights.entries()) sum += weight * (a[row] ?? 0) * (b[row] ?? 0);
  return sum;
}
