import { QUANTILE_MASS } from "../stats/intervals/wilson-interval.ts";

/** Hits to expect among the next cases. */
export interface NextHits {
  readonly expected: number;
  /** Numbers of hits that are between these 95 times in 100, both included. */
  readonly low: number;
  readonly high: number;
}

/**
 * Returns how many of the next `more` cases are hits, after `hits` of `cases`, if their share stays
 * what it is: the predictive distribution of Beta-binomial trials with the prior of Jeffreys (Beta
 * 1/2, 1/2).
 */
export function nextHits(hits: number, cases: number, more: number): NextHits {
  const [a, b] = [hits + 0.5, cases - hits + 0.5];
  let mass = 1;
  for (let at = 0; at < more; at += 1) mass *= (b + at) / (a + b + at);
  let sum = mass;
  let low = sum > (1 - QUANTILE_MASS) / 2 ? 0 : undefined;
  let high = sum >= (1 + QUANTILE_MASS) / 2 ? 0 : undefined;
  for (let at = 0; at < more && high === undefined; at += 1) {
    mass *= ((more - at) / (at + 1)) * ((a + at) / (b + more - at - 1));
    sum += mass;
    if (low === undefined && sum > (1 - QUANTILE_MASS) / 2) low = at + 1;
    if (sum >= (1 + QUANTILE_MASS) / 2) high = at + 1;
  }
  return { expected: (more * a) / (a + b), low: low ?? more, high: high ?? more };
}
