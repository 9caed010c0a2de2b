import { rowCount, type SparseRows } from "./sparse-rows.ts";

/**
 * Returns X·v: the product of each row with `v`, which has one number per column. Linear in the
 * entries.
 */
export function multiplyRows(x: SparseRows, v: Float64Array): Float64Array {
  const { starts, columns, values } = x;
  const products = new Float64Array(rowCount(x));
  for (let row = 0; row < products.length; row += 1) {
    const end = starts[row + 1] ?? 0;
    let product = 0;
    for (let entry = starts[row] ?? 0; entry < end; entry += 1)
      product += (values[entry] ?? 0) * (v[columns[entry] ?? 0] ?? 0);
    products[row] = product;
  }
  return products;
}

/** Returns Xᵀ·v: the sum of the rows, each times its number in `v`. Linear in the entries. */
export function addRows(x: SparseRows, v: Float64Array): Float64Array {
  const { starts, columns, values } = x;
  const sums = new Float64Array(x.width);
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
