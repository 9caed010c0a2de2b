import { rowOf, sparseRows } from "../vector/sparse-rows.ts";
import type { Samples } from "./learner.ts";

/** Returns the samples of these rows, in their order, in time linear in their entries. */
export function pickSamples({ x, y, weights }: Samples, rows: Int32Array): Samples {
  return {
    x: sparseRows(
      Array.from(rows, (row) => rowOf(x, row)),
      x.width,
    ),
    y: Float64Array.from(rows, (row) => y[row] ?? 0),
    weights: Float64Array.from(rows, (row) => weights[row] ?? 0),
  };
}
