import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { kMeans } from "../../../peers/learners/k-means.ts";
import { denseRows, rowsOfDense } from "../../support/dense-rows.ts";

const ones = (length: number): Float64Array => new Float64Array(length).fill(1);

describe("k-means", () => {
  it("k-means finds separate groups from any seed", () => {
    const x = rowsOfDense(Float64Array.of(0, 1, 1, 0, 1, 1, 9, 8, 8, 9, 20, 0), 2);
    for (const seed of [1, 2, 3, 4, 5]) {
      const { centres, labels } = kMeans(x, ones(6), { centres: 3, seed });
      const [low, , , high, , far] = labels;
      assert.deepEqual(Array.from(labels), [low, low, low, high, high, far]);
      assert.equal(new Set(labels).size, 3);
      const dense = denseRows(centres);
      assert.deepEqual(
        Array.from(dense.subarray(2 * (high ?? 0), 2 * (high ?? 0) + 2)),
        [8.5, 8.5],
      );
    }
  });

  it("k-means puts a single centre at the weighted mean: worked by hand", () => {
    const x = rowsOfDense(Float64Array.of(0, 4), 1);
    const { centres } = kMeans(x, Float64Array.of(1, 3), { centres: 1, seed: 1 });
    assert.deepEqual(Array.from(denseRows(centres)), [3]);
  });

  it("k-means has no more centres than distinct rows", () => {
    const x = rowsOfDense(Float64Array.of(2, 2, 5, 2), 1);
    const { centres, labels } = kMeans(x, ones(4), { centres: 10, seed: 1 });
    assert.deepEqual(
      Array.from(denseRows(centres)).toSorted((a, b) => a - b),
      [2, 5],
    );
    assert.equal(labels[0], labels[3]);
    assert.notEqual(labels[0], labels[2]);
  });

  it("k-means has no centres without rows", () => {
    const none = kMeans(rowsOfDense(ones(0), 1), ones(0), { centres: 2, seed: 1 });
    assert.deepEqual([none.centres.starts.length, none.labels.length], [1, 0]);
  });

  it("k-means leaves every row with its nearest centre", () => {
    const property = fc.property(
      fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 2, maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      fc.nat(),
      (numbers, count, seed) => {
        const x = rowsOfDense(Float64Array.from(numbers), 1);
        const { centres, labels } = kMeans(x, ones(numbers.length), { centres: count, seed });
        const places = denseRows(centres);
        for (const [row, label] of labels.entries()) {
          const distance = (centre: number) => Math.abs((numbers[row] ?? 0) - centre);
          const least = Math.min(...Array.from(places, distance));
          assert.ok(distance(places[label] ?? Infinity) <= least + 1e-9);
        }
      },
    );
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
