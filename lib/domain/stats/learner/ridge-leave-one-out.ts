import { multiplyRows } from "../vector/columns.ts";
import { type CholeskyFactor, invertCholesky } from "../vector/linear-solvers.ts";
import { rowCount, rowOf, type SparseVector } from "../vector/sparse-rows.ts";
import type { Samples } from "./learner.ts";
import { compileLinearModel } from "./linear-model.ts";
import {
  closedFormOf,
  factorColumns,
  factorRows,
  type RidgeSettings,
  ridgeWeights,
} from "./ridge-regression.ts";
import { type CentredSamples, centreSamples, uncentredModel } from "./samples.ts";

/**
 * Predicts each sample by ridge regression on all the others, without training that often. The
 * prediction is y − (y − ŷ) ÷ (1 − h), with h the leverage of the sample on its fit ŷ (Allen 1974:
 * PRESS). Exact. Returns `undefined` when rows and columns are too many for a closed form; use
 * folds then.
 */
export function ridgeLeaveOneOut(
  samples: Samples,
  { lambda }: RidgeSettings,
): Float64Array | undefined {
  const centred = centreSamples(samples);
  const form = closedFormOf(centred);
  if (form === undefined) return undefined;
  const rests =
    form === "rows"
      ? restsByRows(centred, factorRows(centred, lambda), lambda)
      : restsByColumns(centred, factorColumns(centred, lambda));
  const predict = compileLinearModel(uncentredModel(centred, ridgeWeights(centred, lambda)));
  let rank = 0;
  return samples.y.map((label, row) => {
    const prediction = predict(rowOf(samples.x, row));
    if (samples.weights[row] === 0) return prediction;
    const rest = rests[rank] ?? 1;
    rank += 1;
    // A single sample: without it there is no training data.
    return rests.length === 1 ? 0 : label - (label - prediction) / rest;
  });
}

/** Computes 1 − h of each sample from (K + λ)⁻¹: K·(K + λ)⁻¹ = 1 − λ·(K + λ)⁻¹. */
function restsByRows(centred: CentredSamples, factor: CholeskyFactor, lambda: number) {
  const inverse = invertCholesky(factor);
  return centred.weights.map(
    (weight, row) =>
      lambda * (inverse[row * (factor.order + 1)] ?? 0) - weight / centred.totalWeight,
  );
}

/**
 * Computes 1 − h of each sample, h = w·(1/Σw + (x − m)ᵀ·C⁻¹·(x − m)), in time of the squares of the
 * rows' entries.
 */
function restsByColumns(centred: CentredSamples, factor: CholeskyFactor): Float64Array {
  const { x, columnMeans, weights, totalWeight } = centred;
  const inverse = invertCholesky(factor);
  const towardsMean = columnMeans.map((_, column) => {
    const row = inverse.subarray(column * factor.order, (column + 1) * factor.order);
    return row.reduce((total, value, at) => total + value * (columnMeans[at] ?? 0), 0);
  });
  const offsets = multiplyRows(x, towardsMean);
  const square = columnMeans.reduce((sum, mean, at) => sum + mean * (towardsMean[at] ?? 0), 0);
  return Float64Array.from({ length: rowCount(x) }, (_, row) => {
    const own = quadraticForm(inverse, factor.order, rowOf(x, row));
    const leverage = 1 / totalWeight + own - 2 * (offsets[row] ?? 0) + square;
    return 1 - (weights[row] ?? 0) * leverage;
  });
}

/** Computes vᵀ·M·v. */
function quadraticForm(
  matrix: Float64Array,
  order: number,
  { columns, values }: SparseVector,
): number {
  let form = 0;
  for (const [at, column] of columns.entries()) {
    for (const [other, otherColumn] of columns.entries())
      form +=
        (values[at] ?? 0) * (values[other] ?? 0) * (matrix[column * order + otherColumn] ?? 0);
  }
  return form;
}
