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
  for (let entry = 0; entry < columns.length; entry += 1) {
    const next = (columns[entry] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let column = 0; column < width; column += 1)
    starts[column + 1] = (starts[column + 1] ?? 0) + (starts[column] ?? 0);
  return starts;
}

/**
 * Returns X·v: the product of each row with `v`, which has one number per column. Linear in the
 * entries. The result is in `products` if it is given.
 */
export function multiplyRows(
  x: SparseRows,
  v: Float64Array,
  products: Float64Array = new Float64Array(rowCount(x)),
): Float64Array {
  const { starts, columns, values } = x;
  for (let row = 0; row < products.length; row += 1) {
    const end = starts[row + 1] ?? 0;
    let product = 0;
    for (let entry = starts[row] ?? 0; entry < end; entry += 1)
      product += (values[entry] ?? 0) * (v[columns[entry] ?? 0] ?? 0);
    products[row] = product;
  }
  return products;
}

/**
 * Returns Xᵀ·v: the sum of the rows, each times its number in `v`. Linear in the entries. The result is in `sums` if it
 * is given.
 */
export function addRows(
  x: SparseRows,
  v: Float64Array,
  sums: Float64Array = new Float64Array(x.width),
): Float64Array {
  const { starts, columns, values } = x;
  sums.fill(0);
  for (let row = 0; row < rowCount(x); row += 1) {
    const factor = v[row] ?? 0;
    const end = starts[row + 1] ?? 0;
    for (let entry = starts[row] ?? 0; entry < end; entry += 1) {
      const column = columns[entry] ?? 0;
      sums[column] = (sums[column] ?? 0) + factor * (values[entry] ?? 0);
    }
  }
  return sums;
}

/** Rows without the columns that are empty. */
export interface PackedRows {
  /** As wide as there are columns with entries. */
  readonly x: SparseRows;
  /** Former number of each column, ascending. */
  readonly columns: Int32Array;
}

/** Renumbers the columns that have entries, in their order; linear in the entries and the width. */
export function packColumns(x: SparseRows): PackedRows {
  const numbers = new Int32Array(x.width);
  let width = 0;
  for (let entry = 0; entry < x.columns.length; entry += 1) {
    const column = x.columns[entry] ?? 0;
    if (numbers[column] === 0) width += 1;
    numbers[column] = 1;
  }
  const columns = new Int32Array(width);
  let number = 0;
  for (let column = 0; column < x.width; column += 1) {
    if (numbers[column] === 0) continue;
    columns[number] = column;
    numbers[column] = number;
    number += 1;
  }
  return { x: { ...x, width, columns: x.columns.map((column) => numbers[column] ?? 0) }, columns };
}

/**
 * Returns Xᵀ·W·X, row-major with both triangles, for rows with weights `weights[r]`: the products
 * of all columns with each other. Time is the sum of squares of the rows' entries.
 */
export function gramMatrix(x: SparseRows, weights: Float64Array): Float64Array {
  const { width, starts, columns, values } = x;
  const gram = new Float64Array(width * width);
  for (let row = 0; row < rowCount(x); row += 1) {
    const [from, end] = [starts[row] ?? 0, starts[row + 1] ?? 0];
    for (let entry = from; entry < end; entry += 1) {
      const at = (columns[entry] ?? 0) * width;
      const value = (values[entry] ?? 0) * (weights[row] ?? 0);
      for (let other = from; other <= entry; other += 1) {
        const place = at + (columns[other] ?? 0);
        gram[place] = (gram[place] ?? 0) + value * (values[other] ?? 0);
      }
    }
  }
  mirror(gram, width);
  return gram;
}

/**
 * Returns X·Xᵀ, row-major with both triangles: the products of all rows with each other. Time is
 * the sum of squares of the columns' entries.
 */
export function rowGramMatrix(x: SparseRows): Float64Array {
  const { height, starts, rows, values } = columnsOf(x);
  const transposed = { width: height, starts, columns: rows, values };
  return gramMatrix(transposed, new Float64Array(x.width).fill(1));
}

/** Copies the elements below the diagonal to above it. */
function mirror(matrix: Float64Array, order: number): void {
  for (let row = 0; row < order; row += 1)
    for (let column = 0; column < row; column += 1)
      matrix[column * order + row] = matrix[row * order + column] ?? 0;
}
