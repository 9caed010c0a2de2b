/** The values that the number of bins depends on. */
export interface HistogramChoice {
  /** Paths in the space. */
  readonly features: number;
  readonly minPts: number;
}

/**
 * Bins per feature: w = 4.8 for 1,000 rows, in proportion for other numbers (the paper gives one
 * value).
 */
const BINS_PER_FEATURE = 4.8;
const ROWS_OF_THAT = 1000;
/** Least share of rows below eps. */
const LEAST_BELOW = 0.5;

/**
 * Returns the eps of Xu, Gao & Callan 2018, § 4.2, taken literally. The K-distances (ascending) are
 * put in w · features equal bins from 0 to the greatest. Eps is the lower end of the first bin with
 * fewer than minPts rows and half of the rows below it. When there is no such bin, it is the
 * greatest distance.
 */
export function histogramEps(
  kDistances: Float64Array,
  { features, minPts }: HistogramChoice,
): number {
  const finite = kDistances.filter((distance) => distance < Infinity);
  const greatest = finite.at(-1) ?? 0;
  const weight = (BINS_PER_FEATURE * kDistances.length) / ROWS_OF_THAT;
  const bins = Math.max(1, Math.round(weight * features));
  const width = greatest / bins;
  if (width === 0) return 0;
  let below = 0;
  for (let bin = 0; bin < bins; bin += 1) {
    const start = below;
    const edge = bin + 1 < bins ? (bin + 1) * width : Infinity;
    while (below < finite.length && (finite[below] ?? 0) < edge) below += 1;
    if (start >= LEAST_BELOW * kDistances.length && below - start < minPts) return bin * width;
  }
  return greatest;
}
