import {
  rowCount,
  rowOf,
  type SparseRows,
  type SparseVector,
  sparseRows,
} from "../vector/sparse-rows.ts";

/** Points of a space, each with the number of rows equal to it. */
export interface DistinctRows {
  /** The points, in order of their first row. */
  readonly points: SparseRows;
  /** Number of rows equal to each point, at least 1. */
  readonly weights: Int32Array;
  /** The point of each row. */
  readonly pointOf: Int32Array;
}

/** FNV-1a over 32-bit words: http://www.isthe.com/chongo/tech/comp/fnv/ */
const FNV_BASIS = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

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
  let hash = FNV_BASIS;
  for (const column of columns) hash = Math.imul(hash ^ column, FNV_PRIME);
  // A view keeps the offset of its row, so words are counted from there.
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  for (const word of words) hash = Math.imul(hash ^ word, FNV_PRIME);
  return hash;
}

function isEqual(a: SparseVector | undefined, b: SparseVector): boolean {
  if (a === undefined || a.columns.length !== b.columns.length) return false;
  return (
    a.columns.every((column, at) => column === b.columns[at]) &&
    a.values.every((value, at) => value === b.values[at])
  );
}
