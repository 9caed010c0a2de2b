import { rowCount, type SparseRows } from "../../lib/domain/stats/vector/sparse-rows.ts";

/**
 * Returns all entries, including zeros, row after row: row r has `r * x.width` …
 * `(r + 1) * x.width - 1`.
 */
export function denseRows(x: SparseRows): Float64Array {
  const height = rowCount(x);
  const dense = new Float64Array(height * x.width);
  for (let row = 0; row < height; row += 1) {
    const end = x.starts[row + 1] ?? 0;
    for (let entry = x.starts[row] ?? 0; entry < end; entry += 1)
      dense[row * x.width + (x.columns[entry] ?? 0)] = x.values[entry] ?? 0;
  }
  return dense;
}

/** Converts back: rows of `width` (> 0) numbers one after the other, without the zeros. */
export function rowsOfDense(values: Float64Array, width: number): SparseRows {
  const starts = new Int32Array(Math.floor(values.length / width) + 1);
  const columns: number[] = [];
  for (let row = 0; row + 1 < starts.length; row += 1) {
    for (let column = 0; column < width; column += 1)
      if (values[row * width + column] !== 0) columns.push(column);
    starts[row + 1] = columns.length;
  }
  return {
    width,
    starts,
    columns: Int32Array.from(columns),
    values: values.filter((value) => value !== 0),
  };
}
