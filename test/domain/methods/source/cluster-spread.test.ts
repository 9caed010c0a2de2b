import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { clusterSpread } from "../../../../lib/domain/methods/source/site-model.ts";
import { sparseRows } from "../../../../lib/domain/stats/vector/sparse-rows.ts";

/** Dense rows as sparse ones. */
function rowsOf(rows: readonly (readonly number[])[]) {
  const vectors = rows.map((row) => {
    const entries = [...row.entries()].filter(([, value]) => value !== 0);
    return {
      columns: Int32Array.from(entries, ([column]) => column),
      values: Float64Array.from(entries, ([, value]) => value),
    };
  });
  return sparseRows(vectors, rows[0]?.length ?? 0);
}

describe("the spread of a cluster", () => {
  it("The spread of a cluster is the mean distance of its rows to their mean", () => {
    const rows = rowsOf([
      // Mean (3, 4): distances 5 and 5.
      [0, 0],
      [6, 8],
      // Mean (1, 0): distances 1, 1 and 0.
      [0, 0],
      [2, 0],
      [1, 0],
      [100, 100],
    ]);
    const labels = Int32Array.of(0, 0, 1, 1, 1, -1);
    const spread = clusterSpread(rows, { labels, clusters: 2 });
    assert.deepEqual(
      Array.from(spread, (value) => value.toFixed(9)),
      [5, 2 / 3].map((value) => value.toFixed(9)),
    );
  });

  it("The spread of a cluster is zero when all its rows are equal", () => {
    const rows = rowsOf([
      [0.1, 0.9],
      [0.1, 0.9],
      [0.1, 0.9],
    ]);
    const [spread = 1] = clusterSpread(rows, { labels: Int32Array.of(0, 0, 0), clusters: 1 });
    assert.ok(spread < 1e-7);
  });
});
