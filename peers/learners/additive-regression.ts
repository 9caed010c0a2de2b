import type { Learner, Samples } from "../../lib/domain/stats/learner/learner.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { weightedMean } from "../../lib/domain/stats/vector/sparse-rows.ts";
import { bestSplit, type Split, type TreeNode } from "./best-split.ts";
import { markRight, rootNode } from "./grow-tree.ts";
import { type SortedEntries, sortedEntries } from "./sorted-entries.ts";
import { type StumpSum, stumpSum, stumpSumPredictor } from "./stump-sum.ts";

/** How stumps are added. */
interface AdditiveRule {
  /** Share of each stump that is added, in (0,1]. */
  readonly shrinkage: number;
  /** Most stumps, ≥ 0. */
  readonly maxRounds: number;
  /** Fewest rows on either side of a stump, ≥ 1. */
  readonly minLeafRows: number;
  /** When to stop before `maxRounds`; without it the search stops only when no split has a gain. */
  readonly earlyStop?: EarlyStop;
}

/**
 * Finds the best number of rounds on held-out rows, and then trains on all rows for that many
 * rounds.
 */
interface EarlyStop {
  /** Share of the rows that are held out, in (0,1). */
  readonly share: number;
  /** Rounds without a smaller error on them that end the search, ≥ 1. */
  readonly patience: number;
  /** With fewer rows of weight, none are held out: their error would say little. */
  readonly minRows: number;
  readonly seed: number;
}

/** A gain below this share of the squares of the labels is rounding. */
const LEAST_GAIN = 1e-12;
/** An error must be less by this factor to count as less: smaller differences may be rounding. */
const CLEARLY_LESS = 1 - 1e-9;

/**
 * Creates a learner by additive regression: the mean, then one stump after another, each fitted to
 * the residuals of the sum so far. (Friedman 2002, with least squares as the loss; Weka's
 * AdditiveRegression of decision stumps.) The features are sorted once; a round takes time linear
 * in their entries.
 */
export function additiveRegression(rule: AdditiveRule): Learner<StumpSum> {
  return {
    name: "additive-regression",
    fit: (samples) => {
      const entries = sortedEntries(samples.x);
      const rounds = roundsOf(entries, samples, rule);
      const boosting = new Boosting(entries, samples, samples.weights, rule);
      const splits: Split[] = [];
      while (splits.length < rounds) {
        const split = boosting.round();
        if (split === undefined) break;
        splits.push(split);
      }
      return stumpSum(boosting.base, splits, rule.shrinkage);
    },
    compile: stumpSumPredictor,
  };
}

/** Returns the number of rounds with the least error on the held-out rows. */
function roundsOf(entries: SortedEntries, samples: Samples, rule: AdditiveRule): number {
  const { earlyStop, maxRounds } = rule;
  const heavy = samples.weights.reduce((count, weight) => count + (weight > 0 ? 1 : 0), 0);
  if (earlyStop === undefined || heavy < earlyStop.minRows) return maxRounds;
  const [kept, heldOut] = holdOut(samples.weights, earlyStop);
  const boosting = new Boosting(entries, samples, kept, rule);
  let [best, bestRounds] = [boosting.loss(heldOut), 0];
  for (let rounds = 1; rounds <= maxRounds; rounds += 1) {
    if (rounds - bestRounds > earlyStop.patience || boosting.round() === undefined) break;
    const loss = boosting.loss(heldOut);
    if (loss < best * CLEARLY_LESS) [best, bestRounds] = [loss, rounds];
  }
  return bestRounds;
}

/**
 * Returns the weights of the training rows and of the held-out rows, each 0 at the others' rows.
 */
function holdOut(weights: Float64Array, { share, seed }: EarlyStop): [Float64Array, Float64Array] {
  const [kept, heldOut] = [weights.slice(), weights.slice()];
  let number = 0;
  for (const [row, weight] of weights.entries()) {
    if (weight <= 0) continue;
    const isHeldOut = hashToUnit(seed, `row ${number}`) < share;
    (isHeldOut ? kept : heldOut)[row] = 0;
    number += 1;
  }
  return [kept, heldOut];
}

/** The residuals of all rows, and the search for the next stump. */
class Boosting {
  /** The start of the sum: the mean label. */
  readonly base: number;
  readonly #entries: SortedEntries;
  readonly #weights: Float64Array;
  readonly #rule: AdditiveRule;
  readonly #residuals: Float64Array;
  readonly #sums: Float64Array;
  /** The training rows. */
  readonly #node: TreeNode;
  /** All rows, whose residuals are updated. */
  readonly #all: TreeNode;
  readonly #isRight: Uint8Array;
  readonly #minGain: number;

  constructor(entries: SortedEntries, { y }: Samples, weights: Float64Array, rule: AdditiveRule) {
    this.base = weightedMean(y, weights);
    this.#entries = entries;
    this.#weights = weights;
    this.#rule = rule;
    this.#residuals = y.map((label) => label - this.base);
    this.#sums = new Float64Array(y.length);
    this.#node = rootNode(entries, weights);
    this.#all = rootNode(entries, new Float64Array(y.length).fill(1));
    this.#isRight = new Uint8Array(y.length);
    this.#minGain = LEAST_GAIN * this.loss(weights);
  }

  /** Fits a stump to the residuals, and subtracts its share from them. */
  round(): Split | undefined {
    const { shrinkage, minLeafRows } = this.#rule;
    for (const row of this.#node.rows)
      this.#sums[row] = (this.#weights[row] ?? 0) * (this.#residuals[row] ?? 0);
    const targets = { weights: this.#weights, sums: this.#sums };
    const rule = { minLeafRows, minGain: this.#minGain };
    const split = bestSplit(this.#entries, targets, this.#node, rule);
    if (split === undefined) return undefined;
    markRight(this.#entries, this.#all, split, this.#isRight);
    const [left, right] = [shrinkage * split.left, shrinkage * split.right];
    for (let row = 0; row < this.#residuals.length; row += 1)
      this.#residuals[row] =
        (this.#residuals[row] ?? 0) - (this.#isRight[row] === 1 ? right : left);
    return split;
  }

  /** Returns Σ weight × residual². */
  loss(weights: Float64Array): number {
    let loss = 0;
    for (const [row, residual] of this.#residuals.entries())
      loss += (weights[row] ?? 0) * residual * residual;
    return loss;
  }
}
