/** Neighbours of rows, which equal rows share. */
import { EMPTY_HASH, extendHash } from "../random/random.ts";
import { indexFrom } from "../sorted.ts";
import { columnStarts } from "../vector/columns.ts";
import {
  rowCount,
  rowOf,
  type SparseRows,
  type SparseVector,
  sparseRows,
  squaredNorm,
} from "../vector/sparse-rows.ts";

/**
 * Bound of the rounding error of a distance, relative to the norms: its square is a difference of
 * squares that are exact to 2^-52.
 */
const SLACK = 1e-7;

/** A point of the index, and its distance from the query. */
interface Neighbour {
  readonly point: number;
  /** Euclidean, in [0,∞). */
  readonly distance: number;
}

/**
 * An index for exact Euclidean neighbours among sparse points without negative values, by inverted
 * lists. ‖a − b‖² = ‖a‖² + ‖b‖² − 2 a·b, and only points that share a column have a product to add.
 *
 * Points are ranked by norm. Points nearer than r have a norm within r of the query's norm, so a
 * search within a radius reads one stretch of each list. Time is linear in the lists read.
 */
export class NeighbourIndex {
  /** Points in the index. */
  readonly size: number;
  readonly #points: SparseRows;
  /** Number of rows equal to each point. */
  readonly #weights: Int32Array;
  /** By rank: the point, ‖point‖², ‖point‖. */
  readonly #pointAt: Int32Array;
  readonly #squares: Float64Array;
  readonly #norms: Float64Array;
  readonly #rankOf: Int32Array;
  /**
   * The ranks with column c are `#ranks[#firstRank[c]]` … `#ranks[#firstRank[c + 1] - 1]`,
   * ascending.
   */
  readonly #firstRank: Int32Array;
  readonly #ranks: Int32Array;
  readonly #values: Float64Array;
  /** Products by rank, of the current search. */
  readonly #products: Float64Array;

  constructor({ points, weights }: Pick<DistinctRows, "points" | "weights">) {
    this.size = rowCount(points);
    this.#points = points;
    this.#weights = weights;
    const squares = Float64Array.from({ length: this.size }, (_, point) =>
      squaredNorm(rowOf(points, point)),
    );
    this.#pointAt = Int32Array.from(squares.keys()).sort(
      (a, b) => (squares[a] ?? 0) - (squares[b] ?? 0) || a - b,
    );
    this.#rankOf = new Int32Array(this.size);
    for (const [rank, point] of this.#pointAt.entries()) this.#rankOf[point] = rank;
    this.#squares = Float64Array.from(this.#pointAt, (point) => squares[point] ?? 0);
    this.#norms = this.#squares.map(Math.sqrt);
    this.#products = new Float64Array(this.size);
    this.#firstRank = columnStarts(points);
    this.#ranks = new Int32Array(points.columns.length);
    this.#values = new Float64Array(points.columns.length);
    this.#fillLists();
  }

  #fillLists(): void {
    const next = this.#firstRank.slice();
    for (const [rank, point] of this.#pointAt.entries()) {
      const { columns, values } = rowOf(this.#points, point);
      for (const [at, column] of columns.entries()) {
        const place = next[column] ?? 0;
        next[column] = place + 1;
        this.#ranks[place] = rank;
        this.#values[place] = values[at] ?? 0;
      }
    }
  }

  /** Returns the number of rows equal to a point. */
  weight(point: number): number {
    return this.#weights[point] ?? 0;
  }

  /**
   * Returns the nearest points, nearest first, equally near ones by number. It returns as many as
   * represent `rows` rows, or all when there are fewer.
   */
  nearest(vector: SparseVector, rows: number): Neighbour[] {
    const square = squaredNorm(vector);
    this.#multiply(vector, 0, this.size);
    const best: Neighbour[] = [];
    let held = 0;
    for (let rank = 0; rank < this.size; rank += 1) {
      const distance = this.#distanceAt(rank, square);
      const last = best.at(-1);
      if (held >= rows && last !== undefined && distance > last.distance) continue;
      const point = this.#pointAt[rank] ?? 0;
      insert(best, { point, distance });
      held += this.weight(point);
      held = this.#dropLast(best, held, rows);
    }
    this.#products.fill(0);
    return best;
  }

  /**
   * Drops the farthest point while the others represent enough rows; returns how many rows remain.
   */
  #dropLast(best: Neighbour[], held: number, rows: number): number {
    let left = held;
    for (;;) {
      const last = best.at(-1);
      if (last === undefined) return left;
      const without = left - this.weight(last.point);
      if (without < rows) return left;
      best.pop();
      left = without;
    }
  }

  /** Calls `visit` for each point at most `radius` from a point of the index, itself included. */
  eachWithin(
    point: number,
    radius: number,
    visit: (point: number, distance: number) => void,
  ): void {
    const own = this.#rankOf[point] ?? 0;
    const [square, norm] = [this.#squares[own] ?? 0, this.#norms[own] ?? 0];
    const reach = radius + SLACK * (radius + norm) + Number.MIN_VALUE;
    const from = indexFrom(this.#norms, norm - reach, 0, this.size);
    const end = indexFrom(this.#norms, norm + reach, from, this.size);
    this.#multiply(rowOf(this.#points, point), from, end);
    for (let rank = from; rank < end; rank += 1) {
      const distance = rank === own ? 0 : this.#distanceAt(rank, square);
      if (distance <= radius) visit(this.#pointAt[rank] ?? 0, distance);
    }
    this.#products.fill(0, from, end);
  }

  /**
   * Returns the distance of each point to the k-th nearest other row (Ester et al. 1996: k-dist).
   * It is Infinity when there are fewer rows.
   */
  kDistances(k: number): Float64Array {
    return Float64Array.from({ length: this.size }, (_, point) => {
      if (this.weight(point) > k) return 0;
      const best = this.nearest(rowOf(this.#points, point), k + 1);
      const held = best.reduce((sum, neighbour) => sum + this.weight(neighbour.point), 0);
      return held > k ? (best.at(-1)?.distance ?? Infinity) : Infinity;
    });
  }

  /** Adds the products with the points of a stretch of ranks. */
  #multiply({ columns, values }: SparseVector, from: number, end: number): void {
    const [ranks, listed, products] = [this.#ranks, this.#values, this.#products];
    const isPart = from > 0 || end < this.size;
    for (let at = 0; at < columns.length; at += 1) {
      const column = columns[at] ?? 0;
      const value = values[at] ?? 0;
      const listEnd = this.#firstRank[column + 1] ?? 0;
      let place = this.#firstRank[column] ?? listEnd;
      if (isPart) place = indexFrom(ranks, from, place, listEnd);
      for (; place < listEnd; place += 1) {
        const rank = ranks[place] ?? 0;
        if (rank >= end) break;
        products[rank] = (products[rank] ?? 0) + value * (listed[place] ?? 0);
      }
    }
  }

  #distanceAt(rank: number, square: number): number {
    const squared = square + (this.#squares[rank] ?? 0) - 2 * (this.#products[rank] ?? 0);
    return squared > 0 ? Math.sqrt(squared) : 0;
  }
}

/** Inserts a neighbour in order of distance, equally far ones by number. */
function insert(best: Neighbour[], neighbour: Neighbour): void {
  let at = best.length;
  for (; at > 0; at -= 1) {
    const before = best[at - 1];
    if (before === undefined || !isFarther(before, neighbour)) break;
  }
  best.splice(at, 0, neighbour);
}

function isFarther(a: Neighbour, b: Neighbour): boolean {
  return a.distance > b.distance || (a.distance === b.distance && a.point > b.point);
}

/** Points of a space, each with the number of rows equal to it. */
export interface DistinctRows {
  /** The points, in order of their first row. */
  readonly points: SparseRows;
  /** Number of rows equal to each point, at least 1. */
  readonly weights: Int32Array;
  /** The point of each row. */
  readonly pointOf: Int32Array;
}

/**
 * Merges equal rows: pages from one template often have the same bag of paths, and a result for one
 * applies to all.
 */
export function distinctRows(rows: SparseRows): DistinctRows {
  const points: SparseVector[] = [];
  const weights: number[] = [];
  const pointOf = new Int32Array(rowCount(rows));
  /** Points by hash. */
  const met = new Map<number, number[]>();
  for (const row of pointOf.keys()) {
    const vector = rowOf(rows, row);
    const hash = hashOf(vector);
    const alike = met.get(hash) ?? [];
    met.set(hash, alike);
    let point = alike.find((known) => isEqual(points[known], vector));
    if (point === undefined) {
      point = points.push(vector) - 1;
      weights.push(0);
      alike.push(point);
    }
    weights[point] = (weights[point] ?? 0) + 1;
    pointOf[row] = point;
  }
  return { points: sparseRows(points, rows.width), weights: Int32Array.from(weights), pointOf };
}

function hashOf({ columns, values }: SparseVector): number {
  let hash = EMPTY_HASH;
  for (const column of columns) hash = extendHash(hash, column);
  // A view keeps the offset of its row, so words are counted from there.
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  for (const word of words) hash = extendHash(hash, word);
  return hash;
}

function isEqual(a: SparseVector | undefined, b: SparseVector): boolean {
  if (a === undefined || a.columns.length !== b.columns.length) return false;
  return (
    a.columns.every((column, at) => column === b.columns[at]) &&
    a.values.every((value, at) => value === b.values[at])
  );
}
