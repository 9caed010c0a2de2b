/** Values and spreads of rows with weights. */
import { indexFrom } from "../../lib/domain/stats/sorted.ts";
import {
  rowOf,
  type SparseRows,
  type SparseVector,
  squaredNorm,
  sum,
  weightedColumnMeans,
  weightedMean,
} from "../../lib/domain/stats/vector/sparse-rows.ts";

/** Returns the value in a column, 0 if there is no entry, by bisection. */
export function valueAt({ columns, values }: SparseVector, column: number): number {
  const at = indexFrom(columns, column);
  return columns[at] === column ? (values[at] ?? 0) : 0;
}

/** Returns how far rows spread: the mean of ‖row − mean row‖², in [0, ∞). */
export function weightedSpread(x: SparseRows, weights: Float64Array): number {
  const squares = Float64Array.from(weights.keys(), (row) => squaredNorm(rowOf(x, row)));
  const means = weightedColumnMeans(x, weights);
  const centre = sum(means.map((mean) => mean * mean));
  return Math.max(0, weightedMean(squares, weights) - centre);
}

/**
 * Returns the least of the numbers that, with those below it, holds more than half of the weight;
 * NaN without numbers. With n equal weights it is number ⌊n/2⌋ + 1 in ascending order, as in
 * Rousseeuw (1984).
 */
export function weightedMedian(numbers: Float64Array, weights: Float64Array): number {
  // Sorting numbers is several times as fast as sorting their indices.
  if (weights.every((weight) => weight === weights[0] && weight > 0))
    return numbers.toSorted()[numbers.length >> 1] ?? Number.NaN;
  const ascending = Int32Array.from(numbers.keys()).sort(
    (a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0),
  );
  const half = sum(weights) / 2;
  let held = 0;
  for (const at of ascending) {
    held += weights[at] ?? 0;
    if (held > half) return numbers[at] ?? Number.NaN;
  }
  return Number.NaN;
}
