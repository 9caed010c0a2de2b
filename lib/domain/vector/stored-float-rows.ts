import type { SparseRows } from "./sparse-rows.ts";
import { loadFloats, storeFloats } from "./stored-floats.ts";

/** {@link SparseRows} as JSON, of single precision, in 11 characters an entry; columns below 2^24. */
export type StoredFloatRows = {
  readonly width: number;
  readonly starts: readonly number[];
  readonly columns: string;
  readonly values: string;
};

/** As JSON. */
export function storeFloatRows({ width, starts, columns, values }: SparseRows): StoredFloatRows {
  return {
    width,
    starts: Array.from(starts),
    columns: storeFloats(Float32Array.from(columns)),
    values: storeFloats(Float32Array.from(values)),
  };
}

/** What was stored, its values as near as single precision comes. */
export function loadFloatRows({ width, starts, columns, values }: StoredFloatRows): SparseRows {
  return {
    width,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(loadFloats(columns)),
    values: Float64Array.from(loadFloats(values)),
  };
}
