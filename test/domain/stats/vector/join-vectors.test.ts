import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { joinVectors } from "../../../../lib/domain/stats/vector/sparse-rows.ts";
import { aSparseVector } from "../cluster/some-vectors.ts";

describe("joined vectors", () => {
  it("Joined vectors follow each other", () => {
    const join = joinVectors([3, 2, 4]);
    const joined = join([
      aSparseVector({ 0: 5, 2: -1 }),
      aSparseVector({ 1: 2 }),
      aSparseVector({ 3: 7 }),
    ]);
    assert.deepEqual(joined, aSparseVector({ 0: 5, 2: -1, 4: 2, 8: 7 }));
  });

  it("Joined vectors keep their positions when one of them is empty", () => {
    const join = joinVectors([3, 0, 4]);
    const joined = join([aSparseVector({}), aSparseVector({}), aSparseVector({ 1: 7 })]);
    assert.deepEqual(joined, aSparseVector({ 4: 7 }));
    assert.deepEqual(joinVectors([])([]), aSparseVector({}));
  });
});
