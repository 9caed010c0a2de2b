import { sum } from "./weighted-means.ts";

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
