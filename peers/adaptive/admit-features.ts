import { rocAuc } from "../../lib/domain/stats/intervals/prediction-quality.ts";
import { crossValidate } from "../../lib/domain/stats/learner/cross-validation.ts";
import type { Learner, Samples } from "../../lib/domain/stats/learner/learner.ts";
import {
  rowCount,
  rowOf,
  type SparseVector,
  sparseRows,
} from "../../lib/domain/stats/vector/sparse-rows.ts";

/** The quality reached with a number of features. */
interface AdmissionStep {
  readonly features: number;
  /**
   * Area under the ROC curve of cross-validated predictions, in [0,1]; 0 when all pages have one
   * class.
   */
  readonly measure: number;
}

/** How many features are kept, and what was tried. */
interface Admission {
  readonly features: number;
  readonly steps: readonly AdmissionStep[];
}

/**
 * Admission ends when the measure is below this share of its peak: a fall of 5 % (Xu, Yoon &
 * Tourassi 2014).
 */
const SHARE_OF_PEAK = 0.95;

/** Settings of the admission of features. */
interface AdmissionRule {
  readonly learner: Learner;
  /** Least label of a good page, in [0,1]. */
  readonly threshold: number;
  /** The fold of each row. */
  readonly folds: Int32Array;
}

/**
 * Admits columns of the samples in rank order, 1, 2, 4, 8 … at a time. One by one, as published,
 * would cost as many cross-validations as there are columns. Stops when the measure has fallen 5 %
 * below its peak, and keeps the columns up to the first peak. The paper does not name its measure.
 * Among errors, correlation and ROC area, the last keeps the most columns and ranks unseen pages
 * best.
 */
export function admitFeatures(
  samples: Samples,
  { learner, threshold, folds }: AdmissionRule,
): Admission {
  const isGood = (row: number) => (samples.y[row] ?? 0) >= threshold;
  const steps: AdmissionStep[] = [];
  let peak: AdmissionStep = { features: 0, measure: 0 };
  for (const features of doubling(samples.x.width)) {
    const predictions = crossValidate(learner, firstColumns(samples, features), folds);
    const step = { features, measure: rocAuc(predictions, isGood) ?? 0 };
    steps.push(step);
    if (step.measure > peak.measure) peak = step;
    else if (step.measure < SHARE_OF_PEAK * peak.measure) break;
  }
  return { features: peak.features, steps };
}

/** Returns the samples restricted to the columns below `width`. */
export function firstColumns(samples: Samples, width: number): Samples {
  const rows = Array.from({ length: rowCount(samples.x) }, (_, row): SparseVector => {
    const { columns, values } = rowOf(samples.x, row);
    const after = columns.findIndex((column) => column >= width);
    const end = after < 0 ? columns.length : after;
    return { columns: columns.subarray(0, end), values: values.subarray(0, end) };
  });
  return { ...samples, x: sparseRows(rows, width) };
}

/** Returns 1, 2, 4 … and `most`; nothing when `most` is below 1. */
function doubling(most: number): number[] {
  const counts: number[] = [];
  for (let count = 1; count < most; count *= 2) counts.push(count);
  return most < 1 ? [] : [...counts, most];
}
