import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { weightedMedian } from "../../../peers/learners/weighted-rows.ts";

const medianOf = (numbers: readonly number[], weights: readonly number[]): number =>
  weightedMedian(Float64Array.from(numbers), Float64Array.from(weights));

describe("weighted median", () => {
  it("The weighted median has more than half of the numbers up to it", () => {
    assert.equal(medianOf([5], [1]), 5);
    assert.equal(medianOf([9, 1, 5], [1, 1, 1]), 5);
    assert.equal(medianOf([4, 1, 3, 2], [1, 1, 1, 1]), 3);
  });

  it("The weighted median counts numbers by their weight", () => {
    assert.equal(medianOf([9, 1, 5], [3, 1, 1]), 9);
    assert.equal(medianOf([9, 1, 5], [1, 1, 0]), 9);
    assert.equal(medianOf([9, 1, 5], [1, 2, 0.5]), 1);
  });

  it("The weighted median of no numbers is NaN", () => {
    assert.ok(Number.isNaN(medianOf([], [])));
  });
});
