/** How good predictions are: ROC area, confusion, agreement (kappa) and calibration. */
import { wilsonInterval } from "./paired-bootstrap.ts";

/**
 * Returns the area under the ROC curve, in [0,1] (Hanley & McNeil 1982); `undefined` unless there
 * are both kinds of cases. It is the probability that a positive case scores higher than a negative
 * one, both drawn by weight. Equal scores count half. Takes the time of a sort.
 */
export function rocAuc(
  scores: Float64Array,
  isPositive: (index: number) => boolean,
  weights?: Float64Array,
): number | undefined {
  const order = Int32Array.from(scores.keys()).sort((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0));
  let [positive, negative, wins] = [0, 0, 0];
  for (let start = 0, end = 0; start < order.length; start = end) {
    const score = scores[order[start] ?? 0];
    let [good, bad] = [0, 0];
    for (end = start; end < order.length; end += 1) {
      const index = order[end] ?? 0;
      if (end > start && scores[index] !== score) break;
      const weight = weights === undefined ? 1 : (weights[index] ?? 0);
      if (isPositive(index)) good += weight;
      else bad += weight;
    }
    wins += good * (negative + bad / 2);
    positive += good;
    negative += bad;
  }
  return positive > 0 && negative > 0 ? wins / (positive * negative) : undefined;
}

/** Returns a part of all, in [0,1]; `undefined` of nothing. */
export function share(part: number, all: number): number | undefined {
  return all === 0 ? undefined : part / all;
}

/** How two readers agree on the same pages, beyond what chance alone gives. */
export interface Kappa {
  /** In [-1,1]; `undefined` without a page, and where both readers say the same of every page. */
  readonly kappa: number | undefined;
  /** Bounds that contain the true value some 95 times in 100. */
  readonly low: number;
  readonly high: number;
  readonly pages: number;
  readonly agreed: number;
}

/**
 * Returns Cohen's κ (1960) of pairs of verdicts, each reader's in order. Its interval is the score
 * interval of the share of agreement (Wilson 1927) at the observed agreement by chance: unlike the
 * asymptotic one (Fleiss, Cohen and Everitt 1969) it has a width where the readers agree on all.
 */
export function cohenKappa(pairs: readonly (readonly [one: boolean, other: boolean])[]): Kappa {
  const pages = pairs.length;
  const agreed = pairs.filter(([one, other]) => one === other).length;
  const one = pairs.filter(([verdict]) => verdict).length / Math.max(1, pages);
  const other = pairs.filter(([, verdict]) => verdict).length / Math.max(1, pages);
  const byChance = one * other + (1 - one) * (1 - other);
  const { share, low, high } = wilsonInterval(agreed, pages);
  if (share === undefined || byChance >= 1) {
    return { kappa: undefined, low: -1, high: 1, pages, agreed };
  }
  const beyondChance = (agreement: number): number =>
    Math.max(-1, (agreement - byChance) / (1 - byChance));
  return {
    kappa: beyondChance(share),
    low: beyondChance(low),
    high: beyondChance(high),
    pages,
    agreed,
  };
}

/** Predictions of about the same value, with their actual labels. */
export interface ReliabilityBin {
  /** Mean prediction. */
  readonly predicted: number;
  /** Mean label. */
  readonly observed: number;
  readonly count: number;
}

const DEFAULT_BINS = 10;

/**
 * Returns the reliability diagram of predictions in [0,1] (DeGroot & Fienberg 1983). Bins have
 * equal width by the prediction, lowest first, and the last one is closed. Empty bins are left out.
 * A prediction outside [0,1] goes to the nearest bin.
 */
export function reliabilityBins(
  predictions: Float64Array,
  labels: Float64Array,
  bins: number = DEFAULT_BINS,
): readonly ReliabilityBin[] {
  const sums = Array.from({ length: bins }, () => ({ predicted: 0, observed: 0, count: 0 }));
  for (const [index, prediction] of predictions.entries()) {
    const sum = sums[Math.min(bins - 1, Math.max(0, Math.floor(prediction * bins)))];
    if (sum === undefined) continue;
    sum.predicted += prediction;
    sum.observed += labels[index] ?? 0;
    sum.count += 1;
  }
  return sums
    .filter(({ count }) => count > 0)
    .map(({ predicted, observed, count }) => ({
      predicted: predicted / count,
      observed: observed / count,
      count,
    }));
}

/**
 * Returns the expected calibration error in [0,1] (Naeini, Cooper & Hauskrecht 2015). It is the
 * mean distance of prediction and label over bins, weighted by their counts; 0 without predictions.
 */
export function calibrationError(bins: readonly ReliabilityBin[]): number {
  const cases = bins.reduce((sum, { count }) => sum + count, 0);
  const distance = bins.reduce(
    (sum, { predicted, observed, count }) => sum + count * Math.abs(predicted - observed),
    0,
  );
  return cases === 0 ? 0 : distance / cases;
}
