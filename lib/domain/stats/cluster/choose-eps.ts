import type { DistinctRows } from "./distinct-rows.ts";
import type { NeighbourIndex } from "./neighbour-index.ts";

/** Limits on the share of rows above a knee. */
interface KneeChoice {
  /** Least share of rows above the knee, in [0,1]. */
  readonly leastNoise: number;
}

/** Most rows that may lie above a knee, as a share. */
const MOST_NOISE = 1 / 2;
/** A point that is below the chord by less than this counts as on it. */
const ROUNDING = 1e-9;

/**
 * Returns the eps at the knee of a curve of ascending K-distances. The knee is the point farthest
 * below the chord from the first point to the last, with both axes scaled to [0,1] (Kneedle;
 * Satopää, Albrecht, Irwin & Raghavan 2011).
 *
 * A few far outliers stretch the chord and hide the knee behind them. While fewer than `leastNoise`
 * of the rows lie above the knee, the search goes on below it. Equal rows, whose K-distance is 0,
 * make a knee of their own. While more than half of the rows lie above the knee, the search goes on
 * above it. A stretch without a knee is cut where `leastNoise` of the rows lie above.
 */
export function kneeEps(kDistances: Float64Array, { leastNoise }: KneeChoice): number {
  const rows = kDistances.length;
  // Rows without a K-th neighbour are not on the curve.
  let [start, last] = [0, kDistances.findLastIndex((distance) => distance < Infinity)];
  for (;;) {
    const knee = kneeBetween(kDistances, start, last);
    if (knee === undefined) {
      const place = Math.ceil((1 - leastNoise) * rows) - 1;
      return kDistances[Math.min(last, Math.max(start, place))] ?? 0;
    }
    const eps = kDistances[knee] ?? 0;
    const above = rows - 1 - kDistances.lastIndexOf(eps);
    if (above < leastNoise * rows) last = knee;
    else if (above > MOST_NOISE * rows) start = kDistances.lastIndexOf(eps);
    else return eps;
  }
}

/**
 * Returns the index farthest below the chord of a stretch; `undefined` when no point is below it.
 */
function kneeBetween(curve: Float64Array, start: number, last: number): number | undefined {
  const first = curve[start] ?? 0;
  const height = (curve[last] ?? 0) - first;
  if (height <= 0) return undefined;
  let [knee, depth]: [number | undefined, number] = [undefined, ROUNDING];
  for (let place = start + 1; place < last; place += 1) {
    const below = (place - start) / (last - start) - ((curve[place] ?? 0) - first) / height;
    if (below > depth) [knee, depth] = [place, below];
  }
  return knee;
}

/** The values that the number of bins depends on. */
interface HistogramChoice {
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

/**
 * Returns the distance of each row to its k-th nearest other row, ascending: the curve that eps is
 * read from.
 */
export function sortedKDistances(
  index: NeighbourIndex,
  pointOf: DistinctRows["pointOf"],
  k: number,
): Float64Array {
  const ofPoint = index.kDistances(k);
  return Float64Array.from(pointOf, (point) => ofPoint[point] ?? Infinity).sort();
}
