import { weightedMean } from "../../vector/weighted-means.ts";

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
