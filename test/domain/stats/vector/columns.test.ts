import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { columnsOf } from "../../../../lib/domain/stats/vector/columns.ts";
import { denseRows, rowsOfDense } from "../../../support/dense-rows.ts";

/** Rows of 1 to 5 numbers, many of them zero. */
const matrices = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc
    .array(fc.array(fc.constantFrom(0, 0, -1, 0.5, 3), { minLength: width, maxLength: width }), {
      maxLength: 6,
    })
    .map((rows) => ({ width, values: Float64Array.from(rows.flat()) })),
);

describe("sparse columns", () => {
  it("Sparse columns contain the entries of a matrix column by column", () => {
    const x = rowsOfDense(Float64Array.of(1, 0, 2, 0, 0, 3, 4, 0, 5), 3);
    const { starts, rows, values, height, width } = columnsOf(x);
    assert.deepEqual([height, width], [3, 3]);
    assert.deepEqual([...starts], [0, 2, 2, 5]);
    assert.deepEqual([...rows], [0, 2, 0, 1, 2]);
    assert.deepEqual([...values], [1, 4, 2, 3, 5]);
  });

  it("Sparse columns may have columns without rows, and rows without columns", () => {
    const none = columnsOf(rowsOfDense(new Float64Array(0), 2));
    assert.deepEqual([none.height, [...none.starts]], [0, [0, 0, 0]]);
    const zeros = columnsOf(rowsOfDense(new Float64Array(4), 2));
    assert.deepEqual([zeros.height, [...zeros.starts]], [2, [0, 0, 0]]);
  });

  it("Sparse columns transpose back to the original matrix", () => {
    fc.assert(
      fc.property(matrices, ({ width, values }) => {
        const { height, starts, rows, values: entries } = columnsOf(rowsOfDense(values, width));
        const transposed = { width: height, starts, columns: rows, values: entries };
        const flipped = denseRows(transposed);
        const back = values.map(
          (_, at) => flipped[(at % width) * height + Math.floor(at / width)] ?? 0,
        );
        assert.deepEqual(back, values);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});
