import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { rowOf, sparseRows } from "../../../lib/domain/stats/vector/sparse-rows.ts";
import { denseRows, rowsOfDense } from "../../support/dense-rows.ts";

describe("dense rows", () => {
  it("Dense rows contain zeros where sparse rows have no entry", () => {
    const first = { columns: Int32Array.of(1), values: Float64Array.of(7) };
    const second = { columns: Int32Array.of(0, 2), values: Float64Array.of(-1, 2) };
    const dense = denseRows(sparseRows([first, second], 3));
    assert.deepEqual([...dense], [0, 7, 0, -1, 0, 2]);
  });

  it("Dense rows lose their zeros when converted to sparse rows", () => {
    const x = rowsOfDense(Float64Array.of(0, 7, 0, 0, 0, 0, 1, 0, 2), 3);
    assert.equal(x.width, 3);
    assert.deepEqual([...x.starts], [0, 1, 1, 3]);
    assert.deepEqual([...rowOf(x, 2).columns], [0, 2]);
    assert.deepEqual([...rowOf(x, 2).values], [1, 2]);
  });

  it("Dense rows survive conversion to sparse rows and back", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.constantFrom(0, 0, 1, -2.5), { maxLength: 20 }),
        (width, numbers) => {
          const height = Math.floor(numbers.length / width);
          const values = Float64Array.from(numbers.slice(0, height * width));
          assert.deepEqual(denseRows(rowsOfDense(values, width)), values);
        },
      ),
      { seed: 1, numRuns: 100 },
    );
  });
});
