import type { SparseRows } from "./sparse-rows.ts";

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
  for (const column of x.columns) {
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
