import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { valueAt } from "../../../peers/learners/weighted-rows.ts";

describe("the value at a column", () => {
  it("The value at a column is that of its entry, and 0 without an entry", () => {
    const row = { columns: Int32Array.of(1, 4, 6), values: Float64Array.of(10, 40, 60) };
    const values = [0, 1, 2, 4, 5, 6, 7].map((column) => valueAt(row, column));
    assert.deepEqual(values, [0, 10, 0, 40, 0, 60, 0]);
    assert.equal(valueAt({ columns: new Int32Array(0), values: new Float64Array(0) }, 0), 0);
  });
});
