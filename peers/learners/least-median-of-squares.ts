import {
  compileLinearModel,
  type Learner,
  type LinearModel,
  pickSamples,
  type Samples,
  weightySamples,
} from "../../lib/domain/stats/learner/learner.ts";
import { ridgeRegression } from "../../lib/domain/stats/learner/ridge-regression.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { multiplyRows, packColumns } from "../../lib/domain/stats/vector/columns.ts";
import { weightedMedian } from "./weighted-rows.ts";

/** Settings of the search for the line that most samples lie near. */
interface LeastMedianSettings {
  /** λ of the ridge regressions, on the scale of a sum over samples. */
  readonly lambda: number;
  readonly seed: number;
}

/**
 * Most samples of a trial; otherwise a trial has one more than there are columns. With more
 * columns, ridge regression chooses among the fits. If 30 % of the samples are outliers, 500 trials
 * still include one without outliers in four cases of five.
 */
const MOST_IN_TRIAL = 16;
/**
 * Probability that one trial has no outliers when half of the samples are outliers; it sets the
 * number of trials up to the bound.
 */
const SURENESS = 0.99;
const MOST_TRIALS = 500;
/**
 * Samples that trials are drawn from and judged by: their median is off by a hundredth of the
 * ranks.
 */
const MOST_JUDGES = 2_000;
/**
 * Most draws per row of a trial: when a few rows have nearly all the weight, a trial uses those.
 */
const MOST_DRAWS = 20;
/** √median of a normal distribution's squares, as its deviation: 1 ÷ Φ⁻¹(¾). */
const DEVIATION = 1.4826;
/**
 * Rousseeuw & Leroy (1987, chapter 5): for few samples the median is too small; outliers are beyond
 * 2.5 deviations.
 */
const SMALL_SAMPLE = 5;
const OUTLIER = 2.5;
/** Residuals below this part of the labels' range count as 0. */
const EXACT = 1e-4;
/** A trial is better only if its median is less by this part, so that rounding decides nothing. */
const CLEARLY = 1e-9;

/**
 * Creates a linear regression on the samples near the line with the least median of squared
 * residuals (Rousseeuw 1984). The line is found by trials on a few samples drawn in proportion to
 * their weights, as in Weka's LeastMedSq. It fits more than half of the weight and treats the rest
 * as outliers. For labels that are nearly all 0, it learns 0.
 */
export function leastMedianOfSquares(settings: LeastMedianSettings): Learner<LinearModel> {
  const ridge = ridgeRegression(settings);
  return {
    name: "least-median-of-squares",
    fit: (samples) => {
      const weighty = weightySamples(samples);
      return ridge.fit(weighty.y.length === 0 ? weighty : inliers(weighty, ridge, settings.seed));
    },
    compile: compileLinearModel,
  };
}

/** Returns the samples near the best line of the trials. */
function inliers(samples: Samples, ridge: Learner<LinearModel>, seed: number): Samples {
  const packed = { ...samples, x: packColumns(samples.x).x };
  const judges = pickSamples(packed, judgesOf(samples.y.length, seed));
  const size = Math.min(packed.x.width + 1, MOST_IN_TRIAL, judges.y.length);
  const draw = drawFrom(judges.weights, size, seed);
  const exact = EXACT * rangeOf(samples.y);
  let best: LinearModel | undefined;
  let leastMedian = Infinity;
  for (let trial = 0; trial < trialCount(size); trial += 1) {
    const model = ridge.fit(pickSamples(judges, draw(trial)));
    const squares = residuals(judges, model).map((residual) => residual * residual);
    const median = Math.max(exact * exact, weightedMedian(squares, judges.weights));
    if (median >= leastMedian * (1 - CLEARLY)) continue;
    [best, leastMedian] = [model, median];
  }
  if (best === undefined) return samples;
  const freedom = Math.max(1, judges.y.length - size);
  const reach = OUTLIER * DEVIATION * (1 + SMALL_SAMPLE / freedom) * Math.sqrt(leastMedian);
  const distances = residuals(packed, best);
  const isNear = (row: number) => Math.abs(distances[row] ?? 0) <= reach;
  return pickSamples(samples, Int32Array.from(distances.keys()).filter(isNear));
}

/**
 * Returns the number of trials that includes, with probability `SURENESS`, one whose samples are
 * all of the better half.
 */
function trialCount(size: number): number {
  const wanted = Math.log(1 - SURENESS) / Math.log(1 - 0.5 ** size);
  return Math.min(MOST_TRIALS, Math.ceil(wanted));
}

/** Returns at most so many row numbers, ascending; any row may be among them. */
function judgesOf(rows: number, seed: number): Int32Array {
  const all = Int32Array.from({ length: rows }, (_, row) => row);
  if (rows <= MOST_JUDGES) return all;
  const turns = Float64Array.from(all, (row) => hashToUnit(seed, `judge ${row}`));
  all.sort((one, other) => (turns[one] ?? 0) - (turns[other] ?? 0) || one - other);
  return all.subarray(0, MOST_JUDGES).sort();
}

/**
 * Draws the rows of a trial one by one in proportion to their weights, and draws again when a row
 * is repeated.
 */
function drawFrom(weights: Float64Array, size: number, seed: number) {
  let total = 0;
  const upTo = weights.map((weight) => (total += weight));
  return (trial: number): Int32Array => {
    const drawn = new Set<number>();
    for (let draw = 0; drawn.size < size && draw < MOST_DRAWS * size; draw += 1)
      drawn.add(firstAbove(upTo, total * hashToUnit(seed, `${trial} ${draw}`)));
    return Int32Array.from(drawn).sort();
  };
}

/** Returns the index of the first number above `bound`, in ascending numbers. */
function firstAbove(ascending: Float64Array, bound: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

function residuals({ x, y }: Samples, { intercept, columns, values }: LinearModel): Float64Array {
  const weights = new Float64Array(x.width);
  for (const [at, column] of columns.entries()) weights[column] = values[at] ?? 0;
  return multiplyRows(x, weights).map((product, row) => (y[row] ?? 0) - intercept - product);
}

function rangeOf(numbers: Float64Array): number {
  let [least, most] = [Infinity, -Infinity];
  for (const number of numbers) [least, most] = [Math.min(least, number), Math.max(most, number)];
  return most - least;
}
