import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { regressionStump } from "../../../peers/learners/create-learner.ts";
import { learnerContract, rowOfNumbers, samplesOf } from "../../contract/learner.ts";

describe("the regression stump", () => {
  it("The regression stump predicts the weighted mean on either side of one split: worked by hand", () => {
    const stump = regressionStump({ minLeafRows: 1 });
    const list = [
      { x: [1, 0], y: 0.1 },
      { x: [0, -1], y: 0.2, weight: 3 },
      { x: [0, 2], y: 0.9 },
      { x: [1, 4], y: 1 },
    ];
    const model = stump.fit(samplesOf(list, 2));
    // The left side weighs 4 and has the mean (0.1 + 3 · 0.2) / 4.
    assert.deepEqual([model.columns, model.numbers[0]], [[1, -1, -1], 1]);
    const predict = stump.compile(model);
    assert.ok(Math.abs(predict(rowOfNumbers(1, 0.5)) - 0.175) < 1e-12);
    assert.ok(Math.abs(predict(rowOfNumbers(0, 1.5)) - 0.95) < 1e-12);
  });
});

learnerContract("regression stump", () => regressionStump({ minLeafRows: 1 }));
