import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addRows, multiplyRows } from "../../../../lib/domain/stats/vector/columns.ts";
import { rowsOfDense } from "../../../support/dense-rows.ts";

/** Rows (1, 2, 0), (0, 0, 0), (0, 3, −1). */
const ROWS = rowsOfDense(Float64Array.of(1, 2, 0, 0, 0, 0, 0, 3, -1), 3);

describe("products of sparse rows", () => {
  it("Sparse rows multiplied with a vector give one number per row", () => {
    assert.deepEqual(Array.from(multiplyRows(ROWS, Float64Array.of(10, 1, 5))), [12, 0, -2]);
  });

  it("Sparse rows multiplied with one number per row add up to a vector", () => {
    assert.deepEqual(Array.from(addRows(ROWS, Float64Array.of(2, 99, 1))), [2, 7, -1]);
  });
});
