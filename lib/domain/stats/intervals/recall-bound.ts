import { betaQuantile, incompleteBeta } from "../random/random.ts";
import { QUANTILE } from "./paired-bootstrap.ts";

/**
 * Returns the least share that is consistent with `hits` of `cases` independent cases at this
 * confidence, in [0,1]: the one-sided bound of Clopper & Pearson (Biometrika 26, 1934). It is exact:
 * the true share is below it in at most 1 − confidence of all samples. 0 without a case.
 */
export function leastShare(hits: number, cases: number, confidence: number): number {
  return hits === 0 ? 0 : betaQuantile(1 - confidence, hits, cases - hits + 1);
}

/**
 * Returns how many of `cases` known relevant pages a crawl must have fetched to state this recall
 * at this confidence: the quantile rule QBCB (Lewis, Yang & Frieder, CIKM 2021). 49 of 50 and 96 of
 * 100 for a recall of 0.9 at 95 %. `undefined` where all of them would be too few.
 *
 * A crawl that ends when it has so many states the recall at the stated confidence, although it
 * looks after each page: the rule bounds a quantile of the order of fetching, whatever the moment.
 */
export function controlNeeded(
  cases: number,
  recall: number,
  confidence: number,
): number | undefined {
  for (let hits = 1; hits <= cases; hits += 1) {
    // The chance of so many hits or more among the cases if the recall is only this.
    const chance = incompleteBeta(recall, hits, cases - hits + 1);
    if (chance <= 1 - confidence) return hits;
  }
  return undefined;
}

/** The number of relevant pages that two crawls imply, with its 95 % interval. */
export interface Recapture {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Estimates how many relevant pages there are from those of two crawls and those that both have, by
 * Chapman (1951), with the interval of Chao (Biometrics 43, 1987). It takes pages as equally easy
 * to find, and crawls as independent. Neither is so: crawls find the same easy pages, and the
 * estimate is too low. It guarantees nothing.
 */
export function captureRecapture(first: number, second: number, both: number): Recapture {
  const estimate = ((first + 1) * (second + 1)) / (both + 1) - 1;
  const found = first + second - both;
  const unseen = estimate - found;
  if (unseen <= 0) return { estimate: found, low: found, high: found };
  const variance =
    ((first + 1) * (second + 1) * (first - both) * (second - both)) /
    ((both + 1) ** 2 * (both + 2));
  const factor = Math.exp(QUANTILE * Math.sqrt(Math.log(1 + variance / unseen ** 2)));
  return { estimate, low: found + unseen / factor, high: found + unseen * factor };
}
