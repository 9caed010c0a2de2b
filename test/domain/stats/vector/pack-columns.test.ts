import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { packColumns } from "../../../../lib/domain/stats/vector/columns.ts";
import { denseRows, rowsOfDense } from "../../../support/dense-rows.ts";

describe("packed columns", () => {
  it("Packed columns are those with entries, in their order", () => {
    const { x, columns } = packColumns(rowsOfDense(Float64Array.of(0, 1, 0, 2, 0, 0, 0, 3), 4));
    assert.deepEqual(Array.from(columns), [1, 3]);
    assert.equal(x.width, 2);
    assert.deepEqual(Array.from(denseRows(x)), [1, 2, 0, 3]);
  });

  it("Packed columns may be none", () => {
    const { x, columns } = packColumns(rowsOfDense(new Float64Array(6), 3));
    assert.deepEqual([x.width, x.starts.length, columns.length], [0, 3, 0]);
  });
});
