import type { Json } from "../../json.ts";
import { crossValidate } from "../../learner/cross-validation.ts";
import { stratifiedFolds } from "../../learner/folds.ts";
import type { Learner, Predictor, Samples } from "../../learner/learner.ts";
import { weightySamples } from "../../learner/weighty-samples.ts";
import { weightedMean } from "../../vector/weighted-means.ts";
import { nonNegativeRidge } from "./non-negative-ridge.ts";

/** How models of several kinds are combined. */
export interface StackingRule {
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
export type StackedModel = {
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
