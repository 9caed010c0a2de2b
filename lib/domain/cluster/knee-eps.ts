/** Limits on the share of rows above a knee. */
export interface KneeChoice {
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
