import type { SparseRows } from "./sparse-rows.ts";
import { loadFloats, storeFloats } from "./stored-floats.ts";

/**
 * {@link SparseRows} as JSON, of single precision, in 11 characters per entry; columns below 2^24.
 */
export type StoredFloatRows = {
  readonly width: number;
  readonly starts: readonly number[];
  readonly columns: string;
  readonly values: string;
};

/** Converts rows to JSON. */
export function storeFloatRows({ width, starts, columns, values }: SparseRows): StoredFloatRows {
  return {
    width,
    starts: Array.from(starts),
    columns: storeFloats(Float32Array.from(columns)),
    values: storeFloats(Float32Array.from(values)),
  };
}

/** Restores stored rows, with their values in single precision. */
export function loadFloatRows({ width, starts, columns, values }: StoredFloatRows): SparseRows {
  return {
    width,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(loadFloats(columns)),
    values: Float64Array.from(loadFloats(values)),
  };
}
