import type { Learner, Predictor, Samples } from "../../learner/learner.ts";
import { sortedEntries } from "../../vector/sorted-entries.ts";
import { type ForestModel, type ForestRule, forestPredictor, growForest } from "./random-forest.ts";

/** One classifier a bin of labels. A type and not an interface, since it is stored as JSON. */
export type DiscretizedModel = {
  /** Weighted mean label of each bin, ascending. */
  readonly means: readonly number[];
  /** Say how likely a row is of each bin. */
  readonly forests: readonly ForestModel[];
};

/** How the labels are cut, and what tells the parts. */
export interface DiscretizationRule {
  /** Bins at most, ≥ 1. */
  readonly bins: number;
  readonly forest: ForestRule;
}

/**
 * Regression by discretization, as in Weka: labels are cut to bins of equal weight, a classifier says how
 * likely each bin is, and the prediction is the expected mean label. The classifier is a random forest for
 * each bin, against all others.
 */
export function regressionByDiscretization(rule: DiscretizationRule): Learner<DiscretizedModel> {
  return {
    name: "regression-by-discretization",
    fit: (samples) => {
      const { binOf, means } = equalFrequencyBins(samples, rule.bins);
      const entries = sortedEntries(samples.x);
      const forests = means.map((_, bin) => {
        const y = Float64Array.from(binOf, (ofRow) => (ofRow === bin ? 1 : 0));
        return growForest({ entries, y, weights: samples.weights }, rule.forest);
      });
      return { means, forests };
    },
    compile: expectedMean,
  };
}

/** Where no bin is likely at all, as if all were equally. */
function expectedMean({ means, forests }: DiscretizedModel): Predictor {
  const predictors = forests.map(forestPredictor);
  const middle = means.reduce((sum, mean) => sum + mean, 0) / Math.max(1, means.length);
  return (row) => {
    let [expected, total] = [0, 0];
    for (const [bin, mean] of means.entries()) {
      const probability = predictors[bin]?.(row) ?? 0;
      expected += probability * mean;
      total += probability;
    }
    return total > 0 ? expected / total : middle;
  };
}

/**
 * The bin of each row and the mean label of each bin. Equal labels share a bin, so that there can be fewer
 * bins, and of other weights; a label is of the bin in which the middle of its weight lies.
 */
export function equalFrequencyBins(
  { y, weights }: Pick<Samples, "y" | "weights">,
  bins: number,
): { readonly binOf: Int32Array; readonly means: readonly number[] } {
  const weightOf = new Map<number, number>();
  for (const [row, label] of y.entries()) {
    const weight = weights[row] ?? 0;
    if (weight > 0) weightOf.set(label, (weightOf.get(label) ?? 0) + weight);
  }
  const labels = [...weightOf].toSorted(([a], [b]) => a - b);
  const total = labels.reduce((sum, [, weight]) => sum + weight, 0);
  const binOfLabel = new Map<number, number>();
  const sums: { slot: number; sum: number; weight: number }[] = [];
  let passed = 0;
  for (const [label, weight] of labels) {
    const slot = Math.floor((bins * (passed + weight / 2)) / total);
    if (sums.at(-1)?.slot !== slot) sums.push({ slot, sum: 0, weight: 0 });
    const bin = sums.at(-1);
    if (bin !== undefined) {
      bin.sum += weight * label;
      bin.weight += weight;
    }
    binOfLabel.set(label, sums.length - 1);
    passed += weight;
  }
  return {
    binOf: Int32Array.from(y, (label) => binOfLabel.get(label) ?? -1),
    means: sums.map(({ sum, weight }) => sum / weight),
  };
}
