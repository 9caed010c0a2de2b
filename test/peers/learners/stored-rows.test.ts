import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loadRows, type StoredRows, storeRows } from "../../../peers/learners/stored-rows.ts";
import { rowsOfDense } from "../../support/dense-rows.ts";

describe("stored rows", () => {
  it("Stored rows survive JSON", () => {
    const rows = rowsOfDense(Float64Array.of(1, 0, 0.1, 0, 0, -3), 2);
    const stored: StoredRows = JSON.parse(JSON.stringify(storeRows(rows)));
    assert.deepEqual(loadRows(stored), rows);
  });
});
