import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  sum,
  weightedColumnMeans,
  weightedMean,
} from "../../../../lib/domain/stats/vector/sparse-rows.ts";
import { weightedSpread } from "../../../../peers/learners/weighted-rows.ts";
import { rowsOfDense } from "../../../support/dense-rows.ts";

/** Rows (4, 0), (0, 8), of which the second counts three times the first. */
const ROWS = rowsOfDense(Float64Array.of(4, 0, 0, 8), 2);
const WEIGHTS = Float64Array.of(1, 3);

describe("weighted means", () => {
  it("Weighted means count each row by its weight: worked by hand", () => {
    assert.deepEqual(Array.from(weightedColumnMeans(ROWS, WEIGHTS)), [1, 6]);
    assert.equal(weightedMean(Float64Array.of(2, 6), WEIGHTS), 5);
  });

  it("Weighted means are 0 when all weights are 0", () => {
    const none = new Float64Array(2);
    assert.deepEqual(Array.from(weightedColumnMeans(ROWS, none)), [0, 0]);
    assert.equal(weightedMean(Float64Array.of(2, 6), none), 0);
    assert.equal(weightedSpread(ROWS, none), 0);
  });

  it("The weighted spread is the rows' spread around their weighted means: worked by hand", () => {
    // Squared distances from (1, 6): 9 + 36 once, 1 + 4 three times.
    assert.equal(weightedSpread(ROWS, WEIGHTS), 15);
  });

  it("Weighted means use sums of the values", () => {
    assert.equal(sum(Float64Array.of(1, 2, -4)), -1);
    assert.equal(sum(new Float64Array(0)), 0);
  });
});
