import { type SampledShare, wilsonInterval } from "../stats/intervals/wilson-interval.ts";

/** Precision of a crawl's results after the first `results` of them. */
export interface PrecisionPoint {
  readonly results: number;
  /** Precision of the results since the last point. */
  readonly temporal: SampledShare;
  /** Precision of all results so far. */
  readonly cumulative: SampledShare;
}

/** How results are sampled and grouped. */
interface PrecisionSampling {
  /** Results between two points, from 1 on. */
  readonly window: number;
  /** One result in so many is judged, the last of each group: 1 judges all, the paper had 50. */
  readonly every: number;
}

/**
 * Returns temporal and cumulative precision of a crawl's results in order of fetching (Xu, Yoon &
 * Tourassi 2014). Results without a judgement are `undefined`, and are not counted. The last window
 * may be shorter.
 */
export function precisionOverTime(
  isRelevant: readonly (boolean | undefined)[],
  { window, every }: PrecisionSampling,
): readonly PrecisionPoint[] {
  const points: PrecisionPoint[] = [];
  let [hits, cases, hitsBefore, casesBefore] = [0, 0, 0, 0];
  for (const [index, hit] of isRelevant.entries()) {
    const results = index + 1;
    if (results % every === 0 && hit !== undefined) {
      cases += 1;
      if (hit) hits += 1;
    }
    if (results % window !== 0 && results < isRelevant.length) continue;
    points.push({
      results,
      temporal: wilsonInterval(hits - hitsBefore, cases - casesBefore),
      cumulative: wilsonInterval(hits, cases),
    });
    [hitsBefore, casesBefore] = [hits, cases];
  }
  return points;
}
