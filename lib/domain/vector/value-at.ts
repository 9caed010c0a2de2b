import type { SparseVector } from "./sparse-rows.ts";

/** Returns the value in a column, 0 if there is no entry, by bisection. */
export function valueAt({ columns, values }: SparseVector, column: number): number {
  let [low, high] = [0, columns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((columns[middle] ?? 0) < column) low = middle + 1;
    else high = middle;
  }
  return columns[low] === column ? (values[low] ?? 0) : 0;
}
