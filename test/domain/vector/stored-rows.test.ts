import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rowsOfDense } from "../../../lib/domain/vector/dense-rows.ts";
import { loadRows, type StoredRows, storeRows } from "../../../lib/domain/vector/stored-rows.ts";

describe("stored rows", () => {
  it("Stored rows survive JSON", () => {
    const rows = rowsOfDense(Float64Array.of(1, 0, 0.1, 0, 0, -3), 2);
    const stored: StoredRows = JSON.parse(JSON.stringify(storeRows(rows)));
    assert.deepEqual(loadRows(stored), rows);
  });
});
