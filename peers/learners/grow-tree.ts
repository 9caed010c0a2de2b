import type { Predictor } from "../../lib/domain/stats/learner/learner.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import type { SparseVector } from "../../lib/domain/stats/vector/sparse-rows.ts";
import { weightedMean } from "../../lib/domain/stats/vector/sparse-rows.ts";
import { bestSplit, type Split, type Targets, type TreeNode } from "./best-split.ts";
import type { SortedEntries } from "./sorted-entries.ts";
import { valueAt } from "./weighted-rows.ts";

/**
 * A tree in preorder: node 0 is the root, the left child of node n is n + 1. A type and not an
 * interface, since it is stored as JSON.
 */
export type TreeModel = {
  /** Column by which a node splits, −1 at a leaf. */
  readonly columns: readonly number[];
  /** Threshold of a node; rows of at most this value go left. At a leaf it is the prediction. */
  readonly numbers: readonly number[];
  /** Right child of a node, 0 at a leaf. */
  readonly rights: readonly number[];
};

/** How far a tree grows. */
export interface TreeRule {
  /** Most splits from the root to a leaf, ≥ 0. */
  readonly maxDepth: number;
  /** Fewest rows of a leaf, ≥ 1, whatever their weight. */
  readonly minLeafRows: number;
  /** Draws the columns that each node tries; without it every node tries all. */
  readonly draw?: ColumnDraw;
}

/** How the columns of a node are drawn. */
interface ColumnDraw {
  readonly seed: number;
  /** How many columns a node tries, ≥ 1, given the number of columns with an entry in it. */
  readonly tried: (present: number) => number;
}

/** Sorted features with a label and a weight per row; rows of weight 0 count as absent. */
export interface TreeSamples {
  readonly entries: SortedEntries;
  readonly y: Float64Array;
  readonly weights: Float64Array;
}

/** A gain below this share of the squares at the root is rounding. */
const LEAST_GAIN = 1e-12;

/** Grows a regression tree depth first; without rows of weight it is one leaf that predicts 0. */
export function growTree({ entries, y, weights }: TreeSamples, rule: TreeRule): TreeModel {
  const root = rootNode(entries, weights);
  const centre = weightedMean(y, weights);
  const sums = y.map((label, row) => (weights[row] ?? 0) * (label - centre));
  let squares = 0;
  for (const row of root.rows) squares += (sums[row] ?? 0) * ((y[row] ?? 0) - centre);
  const grower = new Grower(entries, { weights, sums }, centre, rule, LEAST_GAIN * squares);
  grower.grow(root, 0);
  return { columns: grower.columns, numbers: grower.numbers, rights: grower.rights };
}

/** Compiles a tree to a predictor. */
export function treePredictor({ columns, numbers, rights }: TreeModel): Predictor {
  return (row: SparseVector) => {
    let node = 0;
    for (;;) {
      const [column, number] = [columns[node] ?? -1, numbers[node] ?? 0];
      if (column < 0) return number;
      node = valueAt(row, column) <= number ? node + 1 : (rights[node] ?? 0);
    }
  };
}

/** Returns the node of all rows with weight, and their entries. */
export function rootNode({ rows, columns }: SortedEntries, weights: Float64Array): TreeNode {
  const places = new Int32Array(columns.length);
  let count = 0;
  for (let place = 0; place < places.length; place += 1) {
    if ((weights[rows[place] ?? 0] ?? 0) <= 0) continue;
    places[count] = place;
    count += 1;
  }
  const heavy = Int32Array.from(weights.keys()).filter((row) => (weights[row] ?? 0) > 0);
  return { rows: heavy, places: places.subarray(0, count) };
}

/** Writes 1 at the rows of a node that a split sends right, and 0 at its others. */
export function markRight(
  { columns, rows, values, starts }: SortedEntries,
  node: TreeNode,
  { column, threshold }: Split,
  isRight: Uint8Array,
): void {
  for (const row of node.rows) isRight[row] = threshold < 0 ? 1 : 0;
  for (let at = firstAtLeast(node.places, starts[column] ?? 0); at < node.places.length; at += 1) {
    const place = node.places[at] ?? 0;
    if (columns[place] !== column) break;
    isRight[rows[place] ?? 0] = (values[place] ?? 0) > threshold ? 1 : 0;
  }
}

/**
 * Returns the index of the first of some ascending numbers that is at least `least`, by bisection.
 */
function firstAtLeast(numbers: Int32Array, least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

class Grower {
  readonly columns: number[] = [];
  readonly numbers: number[] = [];
  readonly rights: number[] = [];
  readonly #entries: SortedEntries;
  readonly #targets: Targets;
  readonly #centre: number;
  readonly #rule: TreeRule;
  readonly #minGain: number;
  readonly #isRight: Uint8Array;
  readonly #drawn: Uint8Array;
  /** Holds one side while a node is split. */
  readonly #spare: Int32Array;

  constructor(
    entries: SortedEntries,
    targets: Targets,
    centre: number,
    rule: TreeRule,
    minGain: number,
  ) {
    this.#entries = entries;
    this.#targets = targets;
    this.#centre = centre;
    this.#rule = rule;
    this.#minGain = minGain;
    this.#isRight = new Uint8Array(targets.sums.length);
    this.#drawn = new Uint8Array(entries.starts.length - 1);
    this.#spare = new Int32Array(Math.max(targets.sums.length, entries.rows.length));
  }

  /** Adds a node with all nodes below it; reorders its rows and places. */
  grow(node: TreeNode, depth: number): void {
    const split = depth < this.#rule.maxDepth ? this.#split(node) : undefined;
    const number = this.columns.length;
    this.columns.push(split?.column ?? -1);
    this.numbers.push(split?.threshold ?? this.#meanOf(node.rows));
    this.rights.push(0);
    if (split === undefined) return;
    markRight(this.#entries, node, split, this.#isRight);
    const { left, right } = this.#part(node);
    this.grow(left, depth + 1);
    this.rights[number] = this.columns.length;
    this.grow(right, depth + 1);
  }

  #split(node: TreeNode): Split | undefined {
    const { minLeafRows, draw } = this.#rule;
    if (node.rows.length < 2 * minLeafRows || this.#isPure(node.rows)) return undefined;
    const rule = { minLeafRows, minGain: this.#minGain };
    if (draw === undefined) return bestSplit(this.#entries, this.#targets, node, rule);
    const seed = draw.seed + this.columns.length;
    drawColumns(this.#entries, node.places, { ...draw, seed }, this.#drawn);
    return bestSplit(this.#entries, this.#targets, node, { ...rule, drawn: this.#drawn });
  }

  /** Sorts rows and places of a node in place, left before right, and each side in its order. */
  #part({ rows, places }: TreeNode): { readonly left: TreeNode; readonly right: TreeNode } {
    const [isRight, entryRows] = [this.#isRight, this.#entries.rows];
    const rowCut = partStably(rows, this.#spare, (row) => isRight[row] === 1);
    const placeCut = partStably(places, this.#spare, (at) => isRight[entryRows[at] ?? 0] === 1);
    return {
      left: { rows: rows.subarray(0, rowCut), places: places.subarray(0, placeCut) },
      right: { rows: rows.subarray(rowCut), places: places.subarray(placeCut) },
    };
  }

  /** Returns whether all labels are the same: then no split has a gain. */
  #isPure(rows: Int32Array): boolean {
    const { weights, sums } = this.#targets;
    const labelOf = (row: number) => (sums[row] ?? 0) / (weights[row] ?? 1);
    const first = labelOf(rows[0] ?? 0);
    return rows.every((row) => labelOf(row) === first);
  }

  #meanOf(rows: Int32Array): number {
    const { weights, sums } = this.#targets;
    let [sum, weight] = [0, 0];
    for (const row of rows) {
      sum += sums[row] ?? 0;
      weight += weights[row] ?? 0;
    }
    return this.#centre + (weight === 0 ? 0 : sum / weight);
  }
}

/**
 * Moves the numbers that are not `last` to the front, and returns their count; both sides keep
 * their order.
 */
function partStably(
  numbers: Int32Array,
  spare: Int32Array,
  isLast: (number: number) => boolean,
): number {
  let [first, last] = [0, 0];
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    if (isLast(number)) {
      spare[last] = number;
      last += 1;
    } else {
      numbers[first] = number;
      first += 1;
    }
  }
  numbers.set(spare.subarray(0, last), first);
  return first;
}

/**
 * Writes 1 at columns drawn from those with an entry in the node, and 0 at its others. Draws are
 * without replacement (Fisher–Yates, cut short).
 */
function drawColumns(
  { columns }: SortedEntries,
  places: Int32Array,
  { seed, tried }: ColumnDraw,
  drawn: Uint8Array,
): void {
  const present: number[] = [];
  for (const place of places) {
    const column = columns[place] ?? 0;
    if (column !== present.at(-1)) present.push(column);
    drawn[column] = 0;
  }
  const count = Math.min(present.length, tried(present.length));
  for (let draw = 0; draw < count; draw += 1) {
    const at = draw + Math.floor(hashToUnit(seed, `${draw}`) * (present.length - draw));
    drawn[present[at] ?? 0] = 1;
    present[at] = present[draw] ?? 0;
  }
}
