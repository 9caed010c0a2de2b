import {
  type Learner,
  type Predictor,
  type Samples,
  weightySamples,
} from "../../lib/domain/stats/learner/learner.ts";
import { sum, weightedMean } from "../../lib/domain/stats/vector/sparse-rows.ts";
import { type SortedEntries, sortedEntries } from "./sorted-entries.ts";
import { valueAt } from "./weighted-rows.ts";

/** Steps over one column. */
type IsotonicModel = {
  readonly column: number;
  /** Ascending; step n + 1 begins at `cuts[n]`. */
  readonly cuts: readonly number[];
  /** Prediction on each step, one more than there are cuts; they never fall, or never rise. */
  readonly values: readonly number[];
};

/**
 * Creates an isotonic regression on the one column whose rising or falling steps have the least
 * weighted squared error (as Weka's IsotonicRegression). Ties go to the first column, then to
 * rising steps. Steps change midway between the values of the samples. Takes the time of sorting
 * the entries.
 */
export function isotonicRegression(): Learner<IsotonicModel> {
  return {
    name: "isotonic-regression",
    fit: (samples) => bestSteps(weightySamples(samples)),
    compile: compileSteps,
  };
}

function bestSteps({ x, y, weights }: Samples): IsotonicModel {
  const mean = weightedMean(y, weights);
  const centred: CentredEntries = {
    entries: sortedEntries(x),
    labels: y.map((label) => label - mean),
    weights,
    totalWeight: sum(weights),
  };
  let best: IsotonicModel = { column: 0, cuts: [], values: [mean] };
  let mostExplained = 0;
  for (let column = 0; column < x.width; column += 1) {
    const groups = groupsOf(centred, column);
    for (const sign of [1, -1]) {
      const steps = fitSteps(groups, sign);
      const explained = steps.reduce((total, step, at) => {
        return total + step * step * (groups[at]?.weight ?? 0);
      }, 0);
      if (explained <= mostExplained) continue;
      mostExplained = explained;
      best = { column, ...stepsOf(groups, steps, mean) };
    }
  }
  return best;
}

/** Samples with labels that are 0 on average. */
interface CentredEntries {
  readonly entries: SortedEntries;
  readonly labels: Float64Array;
  readonly weights: Float64Array;
  readonly totalWeight: number;
}

/** Rows of the same value in a column. */
interface Group {
  readonly value: number;
  /** Mean of the labels. */
  readonly mean: number;
  readonly weight: number;
}

/**
 * Returns the groups of a column by ascending value; the labels of its zeros are the total less all
 * others.
 */
function groupsOf(centred: CentredEntries, column: number): Group[] {
  const { entries, labels, weights, totalWeight } = centred;
  const groups: Group[] = [];
  const [from, end] = [entries.starts[column] ?? 0, entries.starts[column + 1] ?? 0];
  let [zeroWeight, zeroSum] = [totalWeight, 0];
  for (let entry = from; entry < end; entry += 1) {
    const row = entries.rows[entry] ?? 0;
    const [mean, weight] = [labels[row] ?? 0, weights[row] ?? 0];
    const value = entries.values[entry] ?? 0;
    const last = groups.at(-1);
    if (last?.value === value)
      groups[groups.length - 1] = { value, ...pooled(last, { mean, weight }) };
    else groups.push({ value, mean, weight });
    zeroWeight -= weight;
    zeroSum -= weight * mean;
  }
  if (end - from === labels.length || zeroWeight <= 0) return groups;
  const firstAbove = groups.findIndex(({ value }) => value > 0);
  const zeros = { value: 0, mean: zeroSum / zeroWeight, weight: zeroWeight };
  return groups.toSpliced(firstAbove < 0 ? groups.length : firstAbove, 0, zeros);
}

/** Fits steps, rising with `sign` 1, falling with -1. */
function fitSteps(groups: readonly Group[], sign: number): Float64Array {
  const means = Float64Array.from(groups, ({ mean }) => sign * mean);
  const weights = Float64Array.from(groups, ({ weight }) => weight);
  return poolAdjacentViolators(means, weights).map((step) => sign * step);
}

function stepsOf(groups: readonly Group[], steps: Float64Array, labelMean: number) {
  const cuts: number[] = [];
  const values = [labelMean + (steps[0] ?? 0)];
  for (let at = 1; at < steps.length; at += 1) {
    const step = steps[at] ?? 0;
    if (step === steps[at - 1]) continue;
    cuts.push(((groups[at - 1]?.value ?? 0) + (groups[at]?.value ?? 0)) / 2);
    values.push(labelMean + step);
  }
  return { cuts, values };
}

function compileSteps({ column, cuts, values }: IsotonicModel): Predictor {
  return (row) => {
    const value = valueAt(row, column);
    let [low, high] = [0, cuts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cuts[middle] ?? 0) <= value) low = middle + 1;
      else high = middle;
    }
    return values[low] ?? 0;
  };
}

/**
 * Returns the numbers that never fall and are nearest to `y` by weighted squares; `weights` are in
 * (0, ∞). This is pool adjacent violators (Ayer, Brunk, Ewing, Reid & Silverman 1955). Linear time.
 */
export function poolAdjacentViolators(y: Float64Array, weights: Float64Array): Float64Array {
  const blocks: Block[] = [];
  for (const [at, mean] of y.entries()) {
    let block = { mean, weight: weights[at] ?? 0, length: 1 };
    for (let last = blocks.at(-1); last && last.mean >= block.mean; last = blocks.at(-1)) {
      block = { ...pooled(last, block), length: last.length + block.length };
      blocks.pop();
    }
    blocks.push(block);
  }
  const fitted = new Float64Array(y.length);
  let from = 0;
  for (const { mean, length } of blocks) {
    fitted.fill(mean, from, from + length);
    from += length;
  }
  return fitted;
}

/** A mean, with its weight. */
interface WeightedMean {
  readonly mean: number;
  readonly weight: number;
}

/** Returns the mean of two means; their weights are in (0, ∞). */
function pooled(a: WeightedMean, b: WeightedMean): WeightedMean {
  const weight = a.weight + b.weight;
  return { mean: a.mean + (b.mean - a.mean) * (b.weight / weight), weight };
}

/** Adjacent numbers merged into one. */
interface Block extends WeightedMean {
  readonly length: number;
}
