/** The entries of a sparse matrix sorted for the search of splits. */

import { columnsOf } from "../../lib/domain/stats/vector/columns.ts";
import type { SparseRows } from "../../lib/domain/stats/vector/sparse-rows.ts";

/**
 * The entries of a sparse matrix by column, within a column by value, then by row; no entry is
 * zero.
 */
export interface SortedEntries {
  /** Column c has the entries `starts[c]` … `starts[c + 1] - 1`. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

/**
 * Sorts a matrix for the search of splits, in time linear in its size apart from the sorting of a
 * column.
 */
export function sortedEntries(x: SparseRows): SortedEntries {
  const byColumn = columnsOf(x);
  const starts = new Int32Array(byColumn.width + 1);
  const columns = new Int32Array(byColumn.rows.length);
  const rows = new Int32Array(byColumn.rows.length);
  const values = new Float64Array(byColumn.rows.length);
  let filled = 0;
  for (let column = 0; column < byColumn.width; column += 1) {
    const end = byColumn.starts[column + 1] ?? 0;
    for (const entry of byValue(byColumn.values, byColumn.starts[column] ?? 0, end)) {
      columns[filled] = column;
      rows[filled] = byColumn.rows[entry] ?? 0;
      values[filled] = byColumn.values[entry] ?? 0;
      filled += 1;
    }
    starts[column + 1] = filled;
  }
  return {
    starts,
    columns: columns.subarray(0, filled),
    rows: rows.subarray(0, filled),
    values: values.subarray(0, filled),
  };
}

/** Returns the entries `start` … `end - 1` that are not zero, by value and then by number. */
function byValue(values: Float64Array, start: number, end: number): Int32Array {
  const entries = new Int32Array(end - start);
  let [count, isSorted, last] = [0, true, -Infinity];
  for (let entry = start; entry < end; entry += 1) {
    const value = values[entry] ?? 0;
    if (value === 0) continue;
    entries[count] = entry;
    count += 1;
    isSorted &&= last <= value;
    last = value;
  }
  const kept = entries.subarray(0, count);
  return isSorted ? kept : kept.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
}
