import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  crossValidate,
  stratifiedFolds,
} from "../../../../lib/domain/stats/learner/cross-validation.ts";
import type { Learner } from "../../../../lib/domain/stats/learner/learner.ts";
import { weightedMean } from "../../../../lib/domain/stats/vector/sparse-rows.ts";
import { samplesOf } from "../../../contract/learner.ts";

/** Predicts the mean label plus the value in column 0. */
const mean: Learner<number> = {
  name: "mean",
  fit: ({ y, weights }) => weightedMean(y, weights),
  compile: (model) => (row) => model + (row.values[row.columns.indexOf(0)] ?? 0),
};

describe("cross-validation", () => {
  it("Cross-validation predicts each row from the rows of other folds: worked by hand", () => {
    const samples = samplesOf(
      [
        { x: [0], y: 1 },
        { x: [10], y: 3 },
        { x: [0], y: 6, weight: 3 },
        { x: [0], y: 2 },
      ],
      1,
    );
    // Without the first two the mean is (18 + 2) / 4, without the last two (1 + 3) / 2.
    assert.deepEqual([...crossValidate(mean, samples, Int32Array.of(7, 7, 2, 2))], [5, 15, 2, 2]);
  });

  it("Cross-validation leaves one row out when every row is its own fold", () => {
    const samples = samplesOf(
      [1, 2, 6].map((y) => ({ x: [0], y })),
      1,
    );
    assert.deepEqual([...crossValidate(mean, samples, Int32Array.of(0, 1, 2))], [4, 3.5, 1.5]);
  });
});

/** How many rows of each fold `isCounted`. */
const tally = (folds: Int32Array, k: number, isCounted: (row: number) => boolean) =>
  Array.from({ length: k }, (_, fold) =>
    folds.reduce((count, of, row) => count + (of === fold && isCounted(row) ? 1 : 0), 0),
  );

describe("stratified folds", () => {
  it("Stratified folds give every fold its share of good and bad rows", () => {
    const y = Float64Array.from({ length: 60 }, (_, row) => (row % 6 === 0 ? 1 : 0));
    const folds = stratifiedFolds(y, 5, 1);
    assert.deepEqual(
      tally(folds, 5, (row) => y[row] === 1),
      [2, 2, 2, 2, 2],
    );
    assert.deepEqual(
      tally(folds, 5, (row) => y[row] === 0),
      [10, 10, 10, 10, 10],
    );
  });

  it("Stratified folds differ by at most one row in the count of any label", () => {
    const labels = fc.array(fc.constantFrom(0, 0, 0.5, 1), { maxLength: 40 });
    const property = fc.property(
      labels,
      fc.integer({ min: 1, max: 12 }),
      fc.nat(),
      (list, k, seed) => {
        const folds = stratifiedFolds(Float64Array.from(list), k, seed);
        assert.deepEqual(stratifiedFolds(Float64Array.from(list), k, seed), folds);
        for (const isCounted of [() => true, (row: number) => list[row] === 0.5]) {
          const counts = tally(folds, k, isCounted);
          assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, counts.join());
        }
      },
    );
    fc.assert(property, { seed: 1, numRuns: 300 });
  });

  it("Stratified folds change with the seed", () => {
    const y = new Float64Array(30);
    assert.notDeepEqual(stratifiedFolds(y, 3, 1), stratifiedFolds(y, 3, 2));
  });
});
