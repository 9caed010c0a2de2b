import { packColumns } from "../vector/columns.ts";
import type { SparseRows } from "../vector/sparse-rows.ts";
import { sum, weightedColumnMeans, weightedMean } from "../vector/weighted-means.ts";
import type { Samples } from "./learner.ts";
import { type LinearModel, linearModel } from "./linear-model.ts";
import { weightySamples } from "./weighty-samples.ts";

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
