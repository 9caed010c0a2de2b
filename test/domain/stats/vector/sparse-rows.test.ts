import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  rowCount,
  rowOf,
  sparseRows,
  squaredNorm,
} from "../../../../lib/domain/stats/vector/sparse-rows.ts";
import { aSparseVector, someVectors, WIDTH } from "../cluster/some-vectors.ts";

describe("sparse rows", () => {
  it("Sparse rows return the vectors that they were built from", () => {
    const property = fc.property(someVectors(), (vectors) => {
      const rows = sparseRows(vectors, WIDTH);
      assert.equal(rowCount(rows), vectors.length);
      for (const [row, vector] of vectors.entries()) assert.deepEqual(rowOf(rows, row), vector);
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
  });

  it("Sparse rows have norms", () => {
    assert.equal(squaredNorm(aSparseVector({ 2: 3, 5: 4 })), 25);
    assert.equal(squaredNorm(aSparseVector({})), 0);
  });
});
