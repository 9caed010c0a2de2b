import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { crossValidate } from "../../../../lib/domain/stats/learner/cross-validation.ts";
import type { Learner } from "../../../../lib/domain/stats/learner/learner.ts";
import { weightedMean } from "../../../../lib/domain/stats/vector/weighted-means.ts";
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
