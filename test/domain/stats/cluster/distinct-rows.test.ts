import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { distinctRows } from "../../../../lib/domain/stats/cluster/neighbour-index.ts";
import { rowCount, rowOf, sparseRows } from "../../../../lib/domain/stats/vector/sparse-rows.ts";
import { aSparseVector, someVectors, WIDTH } from "./some-vectors.ts";

describe("distinct rows", () => {
  it("Distinct rows merge equal rows and no others", () => {
    const rows = [{ 0: 1 }, { 1: 1 }, { 0: 1 }, {}, { 0: 1 }, { 0: 2 }].map(aSparseVector);
    const { points, weights, pointOf } = distinctRows(sparseRows(rows, WIDTH));
    assert.deepEqual([...pointOf], [0, 1, 0, 2, 0, 3]);
    assert.deepEqual([...weights], [3, 1, 1, 1]);
    assert.equal(rowCount(points), 4);
  });

  it("Distinct rows represent every row", () => {
    const property = fc.property(someVectors(), (vectors) => {
      const { points, weights, pointOf } = distinctRows(sparseRows(vectors, WIDTH));
      for (const [row, vector] of vectors.entries())
        assert.deepEqual(rowOf(points, pointOf[row] ?? -1), vector);
      assert.equal(
        weights.reduce((sum, weight) => sum + weight, 0),
        vectors.length,
      );
      const keys = new Set(
        vectors.map(({ columns, values }) => JSON.stringify([...columns, ...values])),
      );
      assert.equal(rowCount(points), keys.size);
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
