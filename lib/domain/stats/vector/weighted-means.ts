import { rowCount, rowOf, type SparseRows, squaredNorm } from "./sparse-rows.ts";

/**
 * Returns the mean of each column, where row r has weight `weights[r]`; zeros without weight.
 * Linear in the entries.
 */
export function weightedColumnMeans(x: SparseRows, weights: Float64Array): Float64Array {
  const means = new Float64Array(x.width);
  const total = sum(weights);
  if (total === 0) return means;
  for (let row = 0; row < rowCount(x); row += 1) {
    const share = (weights[row] ?? 0) / total;
    const end = x.starts[row + 1] ?? 0;
    for (let entry = x.starts[row] ?? 0; entry < end; entry += 1) {
      const column = x.columns[entry] ?? 0;
      means[column] = (means[column] ?? 0) + share * (x.values[entry] ?? 0);
    }
  }
  return means;
}

/** Returns the mean of numbers with weights `weights[n]`; 0 without weight. */
export function weightedMean(numbers: Float64Array, weights: Float64Array): number {
  let products = 0;
  for (let at = 0; at < numbers.length; at += 1)
    products += (numbers[at] ?? 0) * (weights[at] ?? 0);
  const total = sum(weights);
  return total === 0 ? 0 : products / total;
}

/** Returns the sum of all numbers, added in their order. */
export function sum(numbers: Float64Array): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
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
