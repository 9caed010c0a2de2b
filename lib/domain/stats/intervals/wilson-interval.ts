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
