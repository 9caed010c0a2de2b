/** Learners: what they are given, the linear models that they give, and features as numbers. */
import type { Json } from "../../json.ts";
import { packColumns } from "../vector/columns.ts";
import { product } from "../vector/linear-solvers.ts";
import {
  rowOf,
  type SparseRows,
  type SparseVector,
  sparseRows,
  sum,
  weightedColumnMeans,
  weightedMean,
} from "../vector/sparse-rows.ts";

/** Training samples: rows of features with a label each. */
export interface Samples {
  readonly x: SparseRows;
  /** One finite number per row. */
  readonly y: Float64Array;
  /** Weight of each row, in [0, ∞); a row with weight 0 is ignored. */
  readonly weights: Float64Array;
}

/** Returns the prediction for a row; unknown columns count as absent. */
export type Predictor = (row: SparseVector) => number;

/**
 * A learner of numbers from features. Its random numbers come from the seed that it was created
 * with.
 */
export interface Learner<Model extends Json = Json> {
  readonly name: string;
  /**
   * Fits a model. The same samples give the same model; without samples of any weight it predicts
   * 0.
   */
  fit(samples: Samples): Model;
  /**
   * Compiles a model: predictions are in the unit of the labels, and not clamped to their range.
   */
  compile(model: Model): Predictor;
}

// Weighted samples, as linear models take them.

/**
 * Samples in the form for a linear model with an intercept: weights above 0, columns with entries,
 * and all values centred. The feature means are stored separately, so that the rows stay sparse.
 */
export interface CentredSamples {
  /** Not centred: subtract `columnMeans`. */
  readonly x: SparseRows;
  /** Number of each column in the original samples. */
  readonly columns: Int32Array;
  readonly columnMeans: Float64Array;
  /** Labels minus their mean. */
  readonly y: Float64Array;
  readonly labelMean: number;
  /** All above 0. */
  readonly weights: Float64Array;
  readonly totalWeight: number;
}

/** Centres samples at their weighted means; linear in the entries and the width. */
export function centreSamples(samples: Samples): CentredSamples {
  const { x: rows, y: labels, weights } = weightySamples(samples);
  const { x, columns } = packColumns(rows);
  const labelMean = weightedMean(labels, weights);
  return {
    x,
    columns,
    weights,
    labelMean,
    columnMeans: weightedColumnMeans(x, weights),
    y: labels.map((label) => label - labelMean),
    totalWeight: sum(weights),
  };
}

/** Returns the model with these weights, one per column of the centred samples. */
export function uncentredModel(centred: CentredSamples, weights: Float64Array): LinearModel {
  const ofMeans = product(centred.columnMeans, weights);
  return linearModel(centred.labelMean - ofMeans, centred.columns, weights);
}

/** Returns the samples with a weight above 0, in their order. */
export function weightySamples(samples: Samples): Samples {
  const { weights } = samples;
  if (weights.every((weight) => weight > 0)) return samples;
  return pickSamples(
    samples,
    Int32Array.from(weights.keys()).filter((row) => (weights[row] ?? 0) > 0),
  );
}

/** Returns the samples of these rows, in their order, in time linear in their entries. */
export function pickSamples({ x, y, weights }: Samples, rows: Int32Array): Samples {
  return {
    x: sparseRows(
      Array.from(rows, (row) => rowOf(x, row)),
      x.width,
    ),
    y: Float64Array.from(rows, (row) => y[row] ?? 0),
    weights: Float64Array.from(rows, (row) => weights[row] ?? 0),
  };
}

/** A weighted sum of features; columns that are not listed have weight 0. */
export type LinearModel = {
  readonly intercept: number;
  /** Ascending. */
  readonly columns: readonly number[];
  /** Their weights, in the same order, none of them 0. */
  readonly values: readonly number[];
};

/** Creates the model with weight `weights[n]` for `columns[n]`; columns ascend. */
export function linearModel(
  intercept: number,
  columns: Int32Array,
  weights: Float64Array,
): LinearModel {
  const [used, values]: [number[], number[]] = [[], []];
  for (let at = 0; at < columns.length; at += 1) {
    const weight = weights[at] ?? 0;
    if (weight === 0) continue;
    used.push(columns[at] ?? 0);
    values.push(weight);
  }
  return { intercept, columns: used, values };
}

/** Compiles the predictions of a linear model, in time linear in the entries of the row. */
export function compileLinearModel({ intercept, columns, values }: LinearModel): Predictor {
  const weights = new Float64Array((columns.at(-1) ?? -1) + 1);
  // A loop over entries makes an array of each, and each training compiles some ten thousand.
  for (let at = 0; at < columns.length; at += 1) weights[columns[at] ?? 0] = values[at] ?? 0;
  return (row) => {
    let prediction = intercept;
    for (let at = 0; at < row.columns.length; at += 1)
      prediction += (weights[row.columns[at] ?? 0] ?? 0) * (row.values[at] ?? 0);
    return prediction;
  };
}

/**
 * Returns the names of features that become columns: those of at least `least` samples, in order of
 * their first occurrence. A sample names each of its features once.
 */
export function learnFeatures(samples: readonly Iterable<string>[], least: number): string[] {
  const counts = new Map<string, number>();
  for (const features of samples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= least).map(([feature]) => feature);
}

/**
 * Compiles names of columns to a function from a sample's features to its row. Each known feature
 * gets its value, which is 1 by default.
 */
export function featureVectorizer(
  names: readonly string[],
  valueOf: (feature: string) => number = () => 1,
): (features: Iterable<string>) => SparseVector {
  const valueAt = Float64Array.from(names, valueOf);
  const columnOf = new Map(names.map((name, column) => [name, column]));
  return (features) => {
    const columns = new Set<number>();
    for (const feature of features) {
      const column = columnOf.get(feature);
      if (column !== undefined) columns.add(column);
    }
    const ascending = Int32Array.from(columns).sort();
    return { columns: ascending, values: Float64Array.from(ascending, (at) => valueAt[at] ?? 0) };
  };
}
