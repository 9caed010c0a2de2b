import type { SortedEntries } from "./sorted-entries.ts";

/** The targets that a split must explain, by row number. */
export interface Targets {
  /** In (0, ∞) for the rows of a node. */
  readonly weights: Float64Array;
  /** Weight × target. */
  readonly sums: Float64Array;
}

/** Some rows of a matrix, with their entries. */
export interface TreeNode {
  readonly rows: Int32Array;
  /** Indices of the entries of these rows among the sorted ones, ascending. */
  readonly places: Int32Array;
}

/** Rows whose value in `column` is at most `threshold` go left, the others right. */
export interface Split {
  readonly column: number;
  readonly threshold: number;
  /** Decrease of the weighted sum of squared errors, > 0. */
  readonly gain: number;
  /** Weighted mean of the targets to the left. */
  readonly left: number;
  /** Weighted mean of the targets to the right. */
  readonly right: number;
}

/** The splits that are allowed. */
interface SplitRule {
  /** Fewest rows on either side, ≥ 1. */
  readonly minLeafRows: number;
  /** A gain must be greater than this, ≥ 0. */
  readonly minGain: number;
  /** 1 for columns that may be split by; all may if this is left out. */
  readonly drawn?: Uint8Array;
}

/**
 * A split must be better by this factor to win: smaller differences may be rounding, and the first
 * split is kept.
 */
const CLEARLY_BETTER = 1 + 1e-9;

/**
 * Returns the split of least weighted squared error (Breiman, Friedman, Olshen & Stone 1984). Ties
 * go to the lowest column, then to the lowest threshold. Zeros are never visited: their part is the
 * total less the entries. So the search takes time linear in the entries of the node.
 */
export function bestSplit(
  { columns, rows, values }: SortedEntries,
  { weights, sums }: Targets,
  node: TreeNode,
  rule: SplitRule,
): Split | undefined {
  const { places } = node;
  const scan = new SplitScan(totalOf({ weights, sums }, node.rows), rule);
  for (let start = 0, end = 0; start < places.length; start = end) {
    const column = columns[places[start] ?? 0] ?? 0;
    for (end = start + 1; end < places.length; end += 1)
      if (columns[places[end] ?? 0] !== column) break;
    if (rule.drawn !== undefined && rule.drawn[column] !== 1) continue;
    let [weight, sum] = [0, 0];
    for (let at = start; at < end; at += 1) {
      const row = rows[places[at] ?? 0] ?? 0;
      weight += weights[row] ?? 0;
      sum += sums[row] ?? 0;
    }
    scan.begin(column, end - start, weight, sum);
    for (let at = start; at < end; at += 1) {
      const place = places[at] ?? 0;
      const row = rows[place] ?? 0;
      scan.pass(values[place] ?? 0, weights[row] ?? 0, sums[row] ?? 0);
    }
    scan.end();
  }
  return scan.best;
}

/** Number, weight and weighted sum of some rows. */
interface Total {
  readonly count: number;
  readonly weight: number;
  readonly sum: number;
}

function totalOf({ weights, sums }: Targets, rows: Int32Array): Total {
  let [weight, sum] = [0, 0];
  for (const row of rows) {
    weight += weights[row] ?? 0;
    sum += sums[row] ?? 0;
  }
  return { count: rows.length, weight, sum };
}

/**
 * A scan through the values of one column after another that keeps the best cut between two values.
 */
class SplitScan {
  best: Split | undefined;
  readonly #total: Total;
  readonly #minLeafRows: number;
  /** The value that a gain must exceed. */
  #bar: number;
  #column = 0;
  /** Rows without an entry that have not been passed yet, with their weight and sum. */
  #zeros = 0;
  #zeroWeight = 0;
  #zeroSum = 0;
  /** The rows passed so far, and the last value. */
  #count = 0;
  #weight = 0;
  #sum = 0;
  #value = 0;

  constructor(total: Total, { minLeafRows, minGain }: SplitRule) {
    this.#total = total;
    this.#minLeafRows = minLeafRows;
    this.#bar = minGain;
  }

  /** Starts a column with this number, weight and sum of entries. */
  begin(column: number, entries: number, weight: number, sum: number): void {
    this.#column = column;
    this.#zeros = this.#total.count - entries;
    this.#zeroWeight = this.#total.weight - weight;
    this.#zeroSum = this.#total.sum - sum;
    [this.#count, this.#weight, this.#sum] = [0, 0, 0];
  }

  /** Takes the next entry; values ascend. */
  pass(value: number, weight: number, sum: number): void {
    if (value > 0 && this.#zeros > 0) this.end();
    if (value !== this.#value) this.#tryCut(value);
    this.#count += 1;
    this.#weight += weight;
    this.#sum += sum;
    this.#value = value;
  }

  /** Passes the zeros, if they have not been passed yet: no negative value is left. */
  end(): void {
    if (this.#zeros === 0) return;
    this.#tryCut(0);
    this.#count += this.#zeros;
    this.#weight += this.#zeroWeight;
    this.#sum += this.#zeroSum;
    [this.#zeros, this.#value] = [0, 0];
  }

  /** Evaluates the cut between the values passed so far and `next`. */
  #tryCut(next: number): void {
    const { count, weight, sum } = this.#total;
    if (this.#count < this.#minLeafRows || count - this.#count < this.#minLeafRows) return;
    const [restWeight, restSum] = [weight - this.#weight, sum - this.#sum];
    if (this.#weight <= 0 || restWeight <= 0) return;
    const [left, right] = [this.#sum / this.#weight, restSum / restWeight];
    const gain = left * this.#sum + right * restSum - (sum / weight) * sum;
    if (!(gain > this.#bar)) return;
    this.#bar = gain * CLEARLY_BETTER;
    const threshold = between(this.#value, next);
    this.best = { column: this.#column, threshold, gain, left, right };
  }
}

/** Returns the middle of two numbers; the lower one if rounding leaves nothing between them. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  return middle < high ? middle : low;
}
