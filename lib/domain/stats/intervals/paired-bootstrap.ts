import { hashToUnit } from "../random/random.ts";

/**
 * An estimate with its 95 % bootstrap interval, over the resamples in which the statistic is a
 * number. A ratio is not a number when its second treatment has no hit.
 */
export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Resamples drawn: percentiles of 2.5 % then vary by about a tenth of their distance to the middle.
 */
const RESAMPLES = 2_000;
const TAIL = 0.025;

/**
 * Compares two treatments of the same subjects by a statistic of both, such as a ratio of means.
 * Subjects are drawn with replacement, always with both of their values (Efron & Tibshirani 1993,
 * percentile interval).
 */
export function pairedBootstrap(
  pairs: readonly (readonly [a: number, b: number])[],
  statistic: (pairs: readonly (readonly [a: number, b: number])[]) => number,
  seed: number,
): Interval {
  const drawnEstimates = new Float64Array(RESAMPLES);
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    const drawn = pairs.map((pair, index) => {
      const unit = hashToUnit(seed, `${resample} ${index}`);
      return pairs[Math.floor(unit * pairs.length)] ?? pair;
    });
    drawnEstimates[resample] = statistic(drawn);
  }
  const estimates = drawnEstimates.filter(Number.isFinite).sort();
  const at = (share: number) => estimates[Math.round(share * (estimates.length - 1))] ?? Number.NaN;
  return { estimate: statistic(pairs), low: at(TAIL), high: at(1 - TAIL) };
}

/** Returns the mean of the first values ÷ mean of the second. */
export function ratioOfMeans(pairs: readonly (readonly [a: number, b: number])[]): number {
  let [first, second] = [0, 0];
  for (const [a, b] of pairs) {
    first += a;
    second += b;
  }
  return first / second;
}

/** Returns the mean of the first values − mean of the second. */
export function differenceOfMeans(pairs: readonly (readonly [a: number, b: number])[]): number {
  return pairs.reduce((sum, [a, b]) => sum + (a - b), 0) / pairs.length;
}

/** Returns the mean of one treatment's values with its interval, by the same resamples. */
export function bootstrapMean(values: readonly number[], seed: number): Interval {
  return pairedBootstrap(
    values.map((value): [number, number] => [value, 0]),
    differenceOfMeans,
    seed,
  );
}
