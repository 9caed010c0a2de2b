/** Weighted samples, as linear models take them. */
import { packColumns } from "../vector/columns.ts";
import { rowOf, type SparseRows, sparseRows } from "../vector/sparse-rows.ts";
import { sum, weightedColumnMeans, weightedMean } from "../vector/weighted-means.ts";
import type { Samples } from "./learner.ts";
import { type LinearModel, linearModel } from "./linear-model.ts";

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
  const products = centred.columnMeans.map((mean, column) => mean * (weights[column] ?? 0));
  return linearModel(centred.labelMean - sum(products), centred.columns, weights);
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
