/** Means, and intervals around shares, means and differences. */
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

/** Returns the arithmetic mean; NaN without values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * A share of sampled cases, with bounds that contain the true share 95 times in 100; all in [0,1].
 */
export interface SampledShare {
  /** `undefined` without a case. */
  readonly share: number | undefined;
  readonly low: number;
  readonly high: number;
  readonly cases: number;
}

/**
 * Quantile of the standard normal distribution at 0.975: 95 % of it is between −QUANTILE and
 * QUANTILE.
 */
export const QUANTILE = 1.959964;

/** Share of the distribution that intervals contain. */
export const QUANTILE_MASS = 0.95;

/**
 * Returns the share of hits among `cases` independent cases, with its score interval (Wilson 1927).
 * Unlike the textbook's interval it is valid for few cases and for shares near 0 and 1. The
 * interval is from 0 to 1 without a case.
 */
export function wilsonInterval(hits: number, cases: number): SampledShare {
  if (cases === 0) return { share: undefined, low: 0, high: 1, cases };
  const share = hits / cases;
  const square = QUANTILE ** 2;
  const centre = (hits + square / 2) / (cases + square);
  const spread = Math.sqrt((hits * (cases - hits)) / cases + square / 4);
  const reach = (QUANTILE * spread) / (cases + square);
  const low = hits === 0 ? 0 : centre - reach;
  const high = hits === cases ? 1 : centre + reach;
  return { share, low, high, cases };
}
