/** Sparse rows as JSON in a stored model. */
import type { SparseRows } from "../../lib/domain/stats/vector/sparse-rows.ts";

/** {@link SparseRows} as JSON. */
export type StoredRows = {
  readonly width: number;
  readonly starts: readonly number[];
  readonly columns: readonly number[];
  readonly values: readonly number[];
};

/** Converts rows to JSON. */
export function storeRows({ width, starts, columns, values }: SparseRows): StoredRows {
  return {
    width,
    starts: Array.from(starts),
    columns: Array.from(columns),
    values: Array.from(values),
  };
}

/** Restores stored rows. */
export function loadRows({ width, starts, columns, values }: StoredRows): SparseRows {
  return {
    width,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  };
}
