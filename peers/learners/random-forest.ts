import type { Learner, Predictor, Samples } from "../../lib/domain/stats/learner/learner.ts";
import { hashToUnit, seedOf } from "../../lib/domain/stats/random/random.ts";
import { rowOf } from "../../lib/domain/stats/vector/sparse-rows.ts";
import {
  growTree,
  type TreeModel,
  type TreeRule,
  type TreeSamples,
  treePredictor,
} from "./grow-tree.ts";
import { meanAbsoluteError } from "./prediction-error.ts";
import { sortedEntries } from "./sorted-entries.ts";

/** Trees whose mean is the prediction. A type and not an interface, since it is stored as JSON. */
export type ForestModel = { readonly trees: readonly TreeModel[] };

/** How a forest grows. */
export interface ForestRule extends Omit<TreeRule, "draw"> {
  /** Number of trees, ≥ 1. */
  readonly trees: number;
  /**
   * How many columns a node tries, given the number of columns with an entry in it; all if left
   * out.
   */
  readonly tried?: (present: number) => number;
  readonly seed: number;
}

/**
 * Creates a random forest (Breiman 2001): trees of bootstrap samples with nodes that try some
 * columns only. These are drawn from the columns with an entry in the node: most columns of a text
 * are empty there.
 */
export function randomForest(rule: ForestRule): Learner<ForestModel> {
  return {
    name: "random-forest",
    fit: ({ x, y, weights }) => growForest({ entries: sortedEntries(x), y, weights }, rule),
    compile: forestPredictor,
  };
}

/** Grows the trees of a forest, each on rows drawn with replacement from those that have weight. */
export function growForest(samples: TreeSamples, rule: ForestRule): ForestModel {
  const trees = Array.from({ length: rule.trees }, (_, number) => {
    const seed = treeSeed(rule, number);
    const weights = bootstrap(samples.weights, seed);
    const { tried } = rule;
    const draw = tried === undefined ? {} : { draw: { seed: seedOf(seed, "columns"), tried } };
    return growTree({ ...samples, weights }, { ...rule, ...draw });
  });
  return { trees };
}

/** Compiles a forest to the mean of its trees. */
export function forestPredictor(model: ForestModel): Predictor {
  const trees = treePredictors(model);
  return (row) => trees.reduce((sum, tree) => sum + tree(row), 0) / Math.max(1, trees.length);
}

/** Compiles each tree separately: their disagreement shows how sure the forest is. */
export function treePredictors({ trees }: ForestModel): readonly Predictor[] {
  return trees.map(treePredictor);
}

/**
 * Returns the prediction for each row of the training set by those trees that did not draw it
 * (Breiman 2001, section 3.1). It is NaN if all trees drew the row. No tree drew rows without
 * weight: all trees predict them.
 */
export function outOfBagPredictions(
  model: ForestModel,
  { x, weights }: Omit<Samples, "y">,
  rule: Pick<ForestRule, "seed">,
): Float64Array {
  const sums = new Float64Array(weights.length);
  const trees = new Float64Array(weights.length);
  for (const [number, predict] of treePredictors(model).entries()) {
    const drawn = bootstrap(weights, treeSeed(rule, number));
    for (const [row, weight] of drawn.entries()) {
      if (weight > 0) continue;
      sums[row] = (sums[row] ?? 0) + predict(rowOf(x, row));
      trees[row] = (trees[row] ?? 0) + 1;
    }
  }
  return sums.map((sum, row) => sum / (trees[row] ?? 0));
}

/**
 * Returns the weighted mean of |prediction − label| over the rows that have a prediction;
 * `undefined` without such rows.
 */
export function outOfBagError(
  predictions: Float64Array,
  { y, weights }: Omit<Samples, "x">,
): number | undefined {
  const known = weights.map((weight, row) => (Number.isNaN(predictions[row]) ? 0 : weight));
  const given = predictions.map((prediction) => (Number.isNaN(prediction) ? 0 : prediction));
  return meanAbsoluteError(given, y, known);
}

function treeSeed({ seed }: Pick<ForestRule, "seed">, number: number): number {
  return seedOf(seed, `tree ${number}`);
}

/**
 * Returns the weight of each row times how often it was drawn; there are as many draws as rows of
 * weight.
 */
function bootstrap(weights: Float64Array, seed: number): Float64Array {
  const rows = Int32Array.from(weights.keys()).filter((row) => (weights[row] ?? 0) > 0);
  const drawn = new Float64Array(weights.length);
  for (let draw = 0; draw < rows.length; draw += 1) {
    const row = rows[Math.floor(hashToUnit(seed, `row ${draw}`) * rows.length)] ?? 0;
    drawn[row] = (drawn[row] ?? 0) + (weights[row] ?? 0);
  }
  return drawn;
}
