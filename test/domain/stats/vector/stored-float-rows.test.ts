import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  loadFloatRows,
  type StoredFloatRows,
  storeFloatRows,
} from "../../../../lib/domain/stats/vector/stored-vectors.ts";
import { rowsOfDense } from "../../../support/dense-rows.ts";

describe("rows stored in single precision", () => {
  it("Rows in single precision survive JSON within that precision", () => {
    const rows = rowsOfDense(Float64Array.of(1, 0, 0.1, 0, 0, -3), 2);
    const stored: StoredFloatRows = JSON.parse(JSON.stringify(storeFloatRows(rows)));
    assert.deepEqual(loadFloatRows(stored), { ...rows, values: rows.values.map(Math.fround) });
  });

  it("Rows in single precision keep the numbers of distant columns", () => {
    const columns = Int32Array.of(0, 2 ** 24 - 1);
    const rows = {
      width: 2 ** 24,
      starts: Int32Array.of(0, 2),
      columns,
      values: Float64Array.of(1, 2),
    };
    assert.deepEqual(loadFloatRows(storeFloatRows(rows)), rows);
  });
});
