import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  compileProjection,
  type StoredProjection,
  storeProjection,
  truncatedSvd,
} from "../../../../peers/link-distance/truncated-svd.ts";
import { assertNear } from "../../../contract/learner.ts";
import { rowsOfDense } from "../../../support/dense-rows.ts";
import { aSparseVector } from "../cluster/some-vectors.ts";

const SINGLE = 1e-6;

const storedOf = (values: readonly number[], width: number, rank: number): StoredProjection => {
  const svd = truncatedSvd(rowsOfDense(Float64Array.from(values), width), { rank, seed: 1 });
  return JSON.parse(JSON.stringify(storeProjection(svd)));
};

const assertAllNear = (got: Float64Array, wanted: readonly number[]) => {
  assert.equal(got.length, wanted.length);
  for (const [at, value] of wanted.entries()) assertNear(got[at] ?? 0, value, SINGLE);
};

describe("projection", () => {
  it("A projection gives a vector's products with the right singular vectors: worked by hand", () => {
    // V has the columns (2, 1)/√5 and (−1, 2)/√5: see the test of the decomposition.
    const project = compileProjection(storedOf([4, 2, 1, -2], 2, 2));
    assertAllNear(project(aSparseVector({ 0: 1, 1: 3 })), [5 / Math.sqrt(5), 5 / Math.sqrt(5)]);
    assertAllNear(project(aSparseVector({ 1: 1 })), [1 / Math.sqrt(5), 2 / Math.sqrt(5)]);
  });

  it("A projection of full rank keeps the lengths of rows and the angles between them", () => {
    const rows = [
      aSparseVector({ 0: 1, 2: 3 }),
      aSparseVector({ 1: 2 }),
      aSparseVector({ 0: -1, 1: 4 }),
    ];
    const project = compileProjection(storedOf([1, 0, 3, 0, 0, 2, 0, 0, -1, 4, 0, 0], 4, 3));
    const reduced = rows.map(project);
    const products = [
      [10, 0, -1],
      [0, 4, 8],
      [-1, 8, 17],
    ];
    for (const [row, a] of reduced.entries())
      for (const [other, b] of reduced.entries())
        assertNear(
          a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0),
          products[row]?.[other] ?? 0,
          1e-5,
        );
  });

  it("A projection gives zeros for vectors outside the rows, and nothing when there are no rows", () => {
    const project = compileProjection(storedOf([3, 0, 0], 3, 2));
    assertAllNear(project(aSparseVector({ 1: 7 })), [0]);
    assertAllNear(compileProjection(storedOf([], 3, 2))(aSparseVector({ 1: 7 })), []);
  });
});
