import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { NOISE } from "../../../../lib/domain/stats/cluster/clustering.ts";
import { nearestCluster } from "../../../../lib/domain/stats/cluster/page-clusters.ts";
import { sparseRows } from "../../../../lib/domain/stats/vector/sparse-rows.ts";
import { aSparseVector, distanceOf, someVectors, WIDTH } from "./some-vectors.ts";

/** A classifier of places on a line; the labels of the rows, and where they stand. */
function classifier(rows: readonly (readonly [label: number, place: number])[]) {
  const vectors = rows.map(([, place]) => aSparseVector({ 0: place }));
  const labels = Int32Array.from(rows, ([label]) => label);
  const classify = nearestCluster(sparseRows(vectors, WIDTH), labels, { k: 3, eps: 1 });
  return (place: number) => classify(aSparseVector({ 0: place }));
}

describe("the nearest cluster", () => {
  it("The nearest cluster is the one most of the k nearest rows belong to", () => {
    const at = classifier([
      [0, 1],
      [0, 1.2],
      [1, 1.5],
      [1, 3],
      [1, 3.1],
      [1, 3.2],
    ]);
    assert.equal(at(1.4), 0);
    assert.equal(at(3), 1);
  });

  it("The nearest cluster is that of the nearest row when votes are equal", () => {
    const at = classifier([
      [0, 1],
      [1, 2],
    ]);
    assert.deepEqual([at(1.4), at(1.6)], [0, 1]);
  });

  it("The nearest cluster is none when no row lies within eps, and farther rows do not vote", () => {
    const at = classifier([
      [0, 1],
      [1, 2.5],
      [1, 2.5],
    ]);
    assert.equal(at(4), NOISE);
    assert.equal(at(1.4), 0);
  });

  it("The nearest cluster ignores noise rows", () => {
    const at = classifier([
      [NOISE, 1],
      [NOISE, 1],
      [NOISE, 1],
      [0, 1.5],
    ]);
    assert.equal(at(1), 0);
    assert.equal(classifier([[NOISE, 1]])(1), NOISE);
  });

  it("The nearest cluster counts equal rows one by one, up to k of them", () => {
    const at = classifier([
      [0, 1],
      [0, 1],
      [1, 1.1],
      [1, 1.1],
      [1, 1.1],
    ]);
    assert.equal(at(1), 0);
  });

  it("The nearest cluster belongs to a row within eps, and is none only without such a row", () => {
    const property = fc.property(someVectors(), (vectors) => {
      const labels = Int32Array.from(vectors, (vector) => (vector.columns[0] ?? 0) - 1);
      // Equal rows are in one cluster here, as DBSCAN has it.
      const classify = nearestCluster(sparseRows(vectors, WIDTH), labels, { k: 3, eps: 1.1 });
      const asked = aSparseVector({ 0: 1, 2: 1, 4: 1 });
      const near = [...vectors.entries()]
        .filter(([row, vector]) => labels[row] !== NOISE && distanceOf(asked, vector) <= 1.1)
        .map(([row]) => labels[row]);
      const cluster = classify(asked);
      if (near.length === 0) assert.equal(cluster, NOISE);
      else assert.ok(near.includes(cluster));
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });
});
