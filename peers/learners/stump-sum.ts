import type { Predictor } from "../../lib/domain/stats/learner/learner.ts";
import type { Split } from "./best-split.ts";

/**
 * A sum of stumps; stumps of the same column and threshold are merged. A type and not an interface,
 * since it is stored as JSON.
 */
export type StumpSum = {
  readonly base: number;
  readonly columns: readonly number[];
  readonly thresholds: readonly number[];
  /** Summand for a value of at most the threshold. */
  readonly lefts: readonly number[];
  /** Summand for a greater value. */
  readonly rights: readonly number[];
};

/** Adds up splits, each times `shrinkage`. */
export function stumpSum(base: number, splits: readonly Split[], shrinkage: number): StumpSum {
  const stumps = new Map<string, { split: Split; left: number; right: number }>();
  for (const split of splits) {
    const key = `${split.column} ${split.threshold}`;
    const stump = stumps.get(key) ?? { split, left: 0, right: 0 };
    stump.left += shrinkage * split.left;
    stump.right += shrinkage * split.right;
    stumps.set(key, stump);
  }
  const all = [...stumps.values()];
  return {
    base,
    columns: all.map(({ split }) => split.column),
    thresholds: all.map(({ split }) => split.threshold),
    lefts: all.map(({ left }) => left),
    rights: all.map(({ right }) => right),
  };
}

/**
 * Compiles a sum of stumps. The sum for an empty row is computed once, so that a row takes time for
 * the stumps of its own columns only.
 */
export function stumpSumPredictor(model: StumpSum): Predictor {
  const { base, columns, thresholds, lefts, rights } = model;
  const stumpsOf = new Map<number, number[]>();
  let empty = base;
  for (const [stump, column] of columns.entries()) {
    empty += sideOf(stump, 0);
    const others = stumpsOf.get(column);
    if (others === undefined) stumpsOf.set(column, [stump]);
    else others.push(stump);
  }
  return (row) => {
    let sum = empty;
    for (const [at, column] of row.columns.entries()) {
      for (const stump of stumpsOf.get(column) ?? [])
        sum += sideOf(stump, row.values[at] ?? 0) - sideOf(stump, 0);
    }
    return sum;
  };

  function sideOf(stump: number, value: number): number {
    return (value <= (thresholds[stump] ?? 0) ? lefts[stump] : rights[stump]) ?? 0;
  }
}
