import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  distinctRows,
  NeighbourIndex,
} from "../../../../lib/domain/stats/cluster/neighbour-index.ts";
import {
  rowOf,
  type SparseVector,
  sparseRows,
} from "../../../../lib/domain/stats/vector/sparse-rows.ts";
import { aSparseVector, distanceOf, someVectors, WIDTH } from "./some-vectors.ts";

/** Distances come from differences of squares: near 0 they are exact to the root of 2^-52. */
const TOLERANCE = 1e-7;

function anIndex(vectors: readonly SparseVector[]) {
  const distinct = distinctRows(sparseRows(vectors, WIDTH));
  return { distinct, index: new NeighbourIndex(distinct) };
}

function assertNear(actual: number, expected: number): void {
  assert.ok(
    actual === expected || Math.abs(actual - expected) < TOLERANCE,
    `${actual} is not ${expected}`,
  );
}

describe("a neighbour index", () => {
  it("The neighbour index knows distances between rows without a common column, including the zero vector", () => {
    const { index } = anIndex([{ 0: 3 }, { 1: 4 }, {}].map(aSparseVector));
    assert.deepEqual(index.nearest(aSparseVector({ 0: 3 }), 3), [
      { point: 0, distance: 0 },
      { point: 2, distance: 3 },
      { point: 1, distance: 5 },
    ]);
    assert.deepEqual(index.nearest(aSparseVector({}), 1), [{ point: 2, distance: 0 }]);
  });

  it("The neighbour index returns as many points as represent the requested number of rows", () => {
    const { index } = anIndex([{ 0: 1 }, { 0: 1 }, { 0: 1 }, { 0: 2 }].map(aSparseVector));
    assert.deepEqual(index.nearest(aSparseVector({ 0: 1 }), 3), [{ point: 0, distance: 0 }]);
    assert.equal(index.nearest(aSparseVector({ 0: 1 }), 4).length, 2);
    assert.equal(index.nearest(aSparseVector({ 0: 1 }), 9).length, 2);
  });

  it("The neighbour index finds the same nearest points as an exhaustive search", () => {
    const property = fc.property(someVectors(), fc.integer({ min: 1, max: 6 }), (vectors, rows) => {
      const { distinct, index } = anIndex(vectors);
      for (const vector of [...vectors.slice(0, 3), aSparseVector({ 0: 0.5, 3: 1.25 })]) {
        const all = Array.from({ length: index.size }, (_, point) =>
          distanceOf(vector, rowOf(distinct.points, point)),
        ).sort((a, b) => a - b);
        const found = index.nearest(vector, rows);
        for (const [at, { point, distance }] of found.entries()) {
          assertNear(distance, all[at] ?? Infinity);
          assertNear(distance, distanceOf(vector, rowOf(distinct.points, point)));
        }
        const weights = found.map(({ point }) => index.weight(point));
        const held = weights.reduce((sum, weight) => sum + weight, 0);
        assert.ok(held >= Math.min(rows, vectors.length));
        assert.ok(held - (weights.at(-1) ?? 0) < rows);
      }
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("The neighbour index finds the same points within a radius as an exhaustive search", () => {
    const property = fc.property(
      someVectors(),
      fc.constantFrom(0, 0.9, 1.1, 2.1, 9),
      (vectors, radius) => {
        const { distinct, index } = anIndex(vectors);
        for (let point = 0; point < index.size; point += 1) {
          const found = new Map<number, number>();
          index.eachWithin(point, radius, (other, distance) => found.set(other, distance));
          for (let other = 0; other < index.size; other += 1) {
            const distance = distanceOf(
              rowOf(distinct.points, point),
              rowOf(distinct.points, other),
            );
            assert.equal(found.has(other), distance <= radius, `${point} ${other}`);
            if (found.has(other)) assertNear(found.get(other) ?? NaN, distance);
          }
        }
      },
    );
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("The neighbour index gives bit-identical distances in both directions", () => {
    const property = fc.property(someVectors(), (vectors) => {
      const { index } = anIndex(vectors);
      const seen = new Map<string, number>();
      for (let point = 0; point < index.size; point += 1)
        index.eachWithin(point, 99, (other, distance) => seen.set(`${point} ${other}`, distance));
      for (const [pair, distance] of seen)
        assert.equal(seen.get(pair.split(" ").toReversed().join(" ")), distance);
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
  });

  it("The neighbour index gives the k-distance of every row, not counting the row itself", () => {
    const { index } = anIndex([{ 0: 1 }, { 0: 1 }, { 0: 3 }, { 0: 4 }].map(aSparseVector));
    assert.deepEqual([...index.kDistances(1)], [0, 1, 1]);
    assert.deepEqual([...index.kDistances(2)], [2, 2, 3]);
    assert.deepEqual([...index.kDistances(4)], [Infinity, Infinity, Infinity]);
  });
});
