import { rowCount, type SparseRows } from "./sparse-rows.ts";

/** The same matrix column by column (compressed sparse columns). */
export interface SparseColumns {
  /** Upper bound of the row numbers: all are below this. */
  readonly height: number;
  /** Upper bound of the column numbers: all are below this. */
  readonly width: number;
  /** Column c has the entries `starts[c]` … `starts[c + 1] - 1`. */
  readonly starts: Int32Array;
  /** Numbers of the rows, ascending within a column. */
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

/** Converts rows to columns by counting, in time linear in the entries, the rows and the width. */
export function columnsOf(x: SparseRows): SparseColumns {
  const height = rowCount(x);
  const starts = columnStarts(x);
  const next = starts.slice(0, x.width);
  const rows = new Int32Array(x.columns.length);
  const values = new Float64Array(x.columns.length);
  for (let row = 0; row < height; row += 1) {
    const end = x.starts[row + 1] ?? 0;
    for (let entry = x.starts[row] ?? 0; entry < end; entry += 1) {
      const column = x.columns[entry] ?? 0;
      const at = next[column] ?? 0;
      rows[at] = row;
      values[at] = x.values[entry] ?? 0;
      next[column] = at + 1;
    }
  }
  return { height, width: x.width, starts, rows, values };
}

/** Returns the start of each column's entries in column order; one number more than columns. */
export function columnStarts({ width, columns }: SparseRows): Int32Array {
  const starts = new Int32Array(width + 1);
  for (const column of columns) starts[column + 1] = (starts[column + 1] ?? 0) + 1;
  for (let column = 0; column < width; column += 1)
    starts[column + 1] = (starts[column + 1] ?? 0) + (starts[column] ?? 0);
  return starts;
}
