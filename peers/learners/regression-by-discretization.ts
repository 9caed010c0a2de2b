import type { Learner, Predictor, Samples } from "../../lib/domain/stats/learner/learner.ts";
import { type ForestModel, type ForestRule, forestPredictor, growForest } from "./random-forest.ts";
import { sortedEntries } from "./sorted-entries.ts";

/** One classifier per bin of labels. A type and not an interface, since it is stored as JSON. */
type DiscretizedModel = {
  /** Weighted mean label of each bin, ascending. */
  readonly means: readonly number[];
  /** Forests that predict the probability of each bin. */
  readonly forests: readonly ForestModel[];
};

/** The number of bins, and the forest for each bin. */
interface DiscretizationRule {
  /** Most bins, ≥ 1. */
  readonly bins: number;
  readonly forest: ForestRule;
}

/**
 * Creates a regression by discretization, as in Weka. Labels are cut into bins of equal weight, a
 * classifier predicts the probability of each bin, and the prediction is the expected mean label.
 * The classifier is a random forest for each bin, against all others.
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

/** Compiles the expected mean; if every bin has probability 0, all count equally. */
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
 * Returns the bin of each row and the mean label of each bin. Equal labels share a bin, so that
 * there can be fewer bins, and unequal weights. A label is in the bin that contains the middle of
 * its weight.
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
