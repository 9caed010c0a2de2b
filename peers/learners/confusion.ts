/** Right and wrong verdicts counted, and the shares made of them. */
import { share } from "../../lib/domain/stats/intervals/prediction-quality.ts";

/** Counts of correct and wrong yes-or-no judgements, by kind. */
export interface Confusion {
  readonly truePositives: number;
  readonly falseNegatives: number;
  readonly falsePositives: number;
  readonly trueNegatives: number;
}

/** A judged case: the actual value and the predicted one. */
export interface Judged {
  readonly actual: boolean;
  readonly said: boolean;
}

/** Counts judgements. */
export function confusionOf(cases: Iterable<Judged>): Confusion {
  let [truePositives, falseNegatives, falsePositives, trueNegatives] = [0, 0, 0, 0];
  for (const { actual, said } of cases) {
    if (actual && said) truePositives++;
    else if (actual) falseNegatives++;
    else if (said) falsePositives++;
    else trueNegatives++;
  }
  return { truePositives, falseNegatives, falsePositives, trueNegatives };
}

/** Returns the share of all cases judged correctly, in [0, 1]; `undefined` without a case. */
export function accuracy(counts: Confusion): number | undefined {
  const { truePositives, falseNegatives, falsePositives, trueNegatives } = counts;
  const right = truePositives + trueNegatives;
  return share(right, right + falseNegatives + falsePositives);
}

/**
 * Returns the share of predicted positives that are positive, in [0, 1]; `undefined` without
 * predicted positives.
 */
export function precision({ truePositives, falsePositives }: Confusion): number | undefined {
  return share(truePositives, truePositives + falsePositives);
}

/** Returns the share of positives that were predicted, in [0, 1]; `undefined` without positives. */
export function recall({ truePositives, falseNegatives }: Confusion): number | undefined {
  return share(truePositives, truePositives + falseNegatives);
}
