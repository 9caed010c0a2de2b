import { columnsOf } from "./columns-of.ts";
import { rowCount, type SparseRows } from "./sparse-rows.ts";

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
