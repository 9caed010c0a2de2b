import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { nonNegativeRidge } from "../../../peers/learners/stacking.ts";
import { assertNear } from "../../contract/learner.ts";

const a = Float64Array.of(1, -1, 1, -1);
const b = Float64Array.of(1, 1, -1, -1);
const ones = Float64Array.of(1, 1, 1, 1);

describe("non-negative ridge regression", () => {
  it("Non-negative ridge regression is least squares when all coefficients are positive: worked by hand", () => {
    const labels = a.map((value, row) => 5 + 2 * value + 3 * (b[row] ?? 0));
    assert.deepEqual(nonNegativeRidge([a, b], labels, ones, 0), [2, 3]);
  });

  it("Non-negative ridge regression leaves out predictors with negative coefficients", () => {
    const labels = a.map((value, row) => 2 * value - 3 * (b[row] ?? 0));
    assert.deepEqual(nonNegativeRidge([a, b], labels, ones, 0), [2, 0]);
  });

  it("Non-negative ridge regression shrinks by the penalty: slope ÷ (squares + ridge · squares of the labels)", () => {
    const labels = a.map((value) => 2 * value);
    assertNear(nonNegativeRidge([a], labels, ones, 0.5)[0] ?? 0, 8 / (4 + 0.5 * 16), 1e-12);
  });

  it("Non-negative ridge regression shares the weight between equal predictors", () => {
    const [first = 0, second = 0] = nonNegativeRidge([a, a], a, ones, 0.01);
    assertNear(first, second, 1e-6);
  });

  it("Non-negative ridge regression uses row weights and gives a constant no coefficient", () => {
    const labels = Float64Array.of(1, -1, 9, 0);
    const weights = Float64Array.of(1, 1, 0, 0);
    assert.deepEqual(nonNegativeRidge([ones, a], labels, weights, 0), [0, 1]);
  });
});
