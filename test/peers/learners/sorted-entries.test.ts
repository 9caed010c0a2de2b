import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sortedEntries } from "../../../peers/learners/sorted-entries.ts";
import { rowsOfDense } from "../../support/dense-rows.ts";

describe("sorted entries", () => {
  it("Sorted entries are ordered by column, value and row", () => {
    const x = rowsOfDense(Float64Array.of(2, 0, 1, -1, 0, 1, 2, 0, -3), 3);
    const { starts, columns, rows, values } = sortedEntries(x);
    assert.deepEqual([...starts], [0, 3, 3, 6]);
    assert.deepEqual([...columns], [0, 0, 0, 2, 2, 2]);
    assert.deepEqual([...rows], [1, 0, 2, 2, 0, 1]);
    assert.deepEqual([...values], [-1, 2, 2, -3, 1, 1]);
  });

  it("Sorted entries leave out explicit zeros", () => {
    const x = {
      ...{ width: 1, starts: Int32Array.of(0, 1, 2), columns: Int32Array.of(0, 0) },
      values: Float64Array.of(0, 5),
    };
    assert.deepEqual([...sortedEntries(x).values], [5]);
    assert.deepEqual([...sortedEntries(x).starts], [0, 1]);
  });
});
