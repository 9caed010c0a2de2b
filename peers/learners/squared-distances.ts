import type { PackedRows } from "../../lib/domain/stats/vector/columns.ts";
import { columnsOf } from "../../lib/domain/stats/vector/columns.ts";
import {
  rowCount,
  rowOf,
  type SparseVector,
  squaredNorm,
} from "../../lib/domain/stats/vector/sparse-rows.ts";

/** Number of a column that was left out when the columns were packed. */
const LEFT_OUT = -1;

/**
 * Compiles rows into a function that gives ‖vector − row‖² for each of them, in [0, ∞). The
 * vector's columns are numbered as before the packing; columns that the packing left out are
 * ignored. Takes the rows, and their entries in the vector's columns.
 */
export function squaredDistancesTo({
  x,
  columns: packed,
}: PackedRows): (vector: SparseVector) => Float64Array {
  const numbers = new Int32Array((packed.at(-1) ?? -1) + 1).fill(LEFT_OUT);
  for (const [number, column] of packed.entries()) numbers[column] = number;
  const { starts, rows, values } = columnsOf(x);
  const squares = Float64Array.from({ length: rowCount(x) }, (_, row) =>
    squaredNorm(rowOf(x, row)),
  );
  return (vector) => {
    const distances = squares.slice();
    let own = 0;
    for (const [at, column] of vector.columns.entries()) {
      const number = numbers[column] ?? LEFT_OUT;
      if (number === LEFT_OUT) continue;
      const value = vector.values[at] ?? 0;
      own += value * value;
      const end = starts[number + 1] ?? 0;
      for (let entry = starts[number] ?? 0; entry < end; entry += 1) {
        const row = rows[entry] ?? 0;
        distances[row] = (distances[row] ?? 0) - 2 * value * (values[entry] ?? 0);
      }
    }
    return distances.map((distance) => Math.max(0, distance + own));
  };
}
