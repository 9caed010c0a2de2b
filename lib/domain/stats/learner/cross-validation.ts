/** Predictions of samples by a model that has not seen them. */
import { fromLogOdds } from "../log-odds.ts";
import { hashToUnit } from "../random/random.ts";
import { rowCount, rowOf } from "../vector/sparse-rows.ts";
import { type Learner, pickSamples, type Samples } from "./learner.ts";

/**
 * Predicts each row by a model of the rows of all other folds; `folds` has the fold number of each
 * row. Trains one model per fold.
 */
export function crossValidate(learner: Learner, samples: Samples, folds: Int32Array): Float64Array {
  const rows = Int32Array.from({ length: rowCount(samples.x) }, (_, row) => row);
  const predictions = new Float64Array(rows.length);
  for (const fold of new Set(folds)) {
    const others = rows.filter((row) => folds[row] !== fold);
    const predict = learner.compile(learner.fit(pickSamples(samples, others)));
    for (const row of rows)
      if (folds[row] === fold) predictions[row] = predict(rowOf(samples.x, row));
  }
  return predictions;
}

/**
 * Assigns rows with labels `y` to folds 0 … k − 1. Rows are sorted by label, in random order among
 * equals, and assigned to the folds in turn. So the folds' numbers of rows in any range of labels
 * differ by at most one.
 */
export function stratifiedFolds(y: Float64Array, k: number, seed: number): Int32Array {
  const chance = Float64Array.from(y.keys(), (row) => hashToUnit(seed, `row ${row}`));
  const rows = Int32Array.from(y.keys()).sort(
    (a, b) => (y[a] ?? 0) - (y[b] ?? 0) || (chance[a] ?? 0) - (chance[b] ?? 0) || a - b,
  );
  const folds = new Int32Array(y.length);
  for (const [at, row] of rows.entries()) folds[row] = at % k;
  return folds;
}

/** A training example: its features, and whether it was good. */
export interface Example {
  /** Identifier whose hash decides the example's position in the order. */
  readonly id: string;
  /** Names, each once. */
  readonly features: readonly string[];
  readonly isGood: boolean;
}

/** Log-odds that features add; a feature that is not listed adds 0. */
export type Weights = Readonly<Record<string, number>>;

/**
 * Passes over the examples. More would fit features seen once or twice; the small number
 * regularises.
 */
const PASSES = 5;

/** First step of a weight, in log-odds; later ones shrink as its gradients add up. */
const STEP = 0.3;

/** Keeps the first division finite. */
const EPSILON = 1e-8;

/** Computes the probability that an example with these features is good, in (0,1). */
export function probability(weights: Weights, features: readonly string[]): number {
  return fromLogOdds(features.reduce((sum, feature) => sum + (weights[feature] ?? 0), 0));
}

/**
 * Fits a logistic regression by stochastic gradients with AdaGrad's steps (Duchi, Hazan & Singer
 * 2011), starting at `prior`. The same examples in any order give the same weights.
 */
export function fitLogisticRegression(examples: readonly Example[], prior: Weights): Weights {
  const weights = new Map(Object.entries(prior));
  const squares = new Map<string, number>();
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const { features, isGood } of inTurn(examples, pass)) {
      const odds = features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), 0);
      const gradient = fromLogOdds(odds) - (isGood ? 1 : 0);
      for (const feature of features) {
        const sum = (squares.get(feature) ?? 0) + gradient * gradient;
        squares.set(feature, sum);
        const step = (STEP * gradient) / Math.sqrt(sum + EPSILON);
        weights.set(feature, (weights.get(feature) ?? 0) - step);
      }
    }
  }
  return Object.fromEntries(weights);
}

function inTurn(examples: readonly Example[], pass: number): readonly Example[] {
  const turns = examples.map((example) => ({ example, turn: hashToUnit(pass, example.id) }));
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ example }) => example);
}
