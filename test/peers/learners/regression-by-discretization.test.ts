import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  equalFrequencyBins,
  regressionByDiscretization,
} from "../../../peers/learners/regression-by-discretization.ts";
import { learnerContract, rowOfNumbers } from "../../contract/learner.ts";

const forest = { trees: 10, maxDepth: 4, minLeafRows: 1, seed: 1 };

const binsOf = (y: readonly number[], bins: number, weights = y.map(() => 1)) => {
  const { binOf, means } = equalFrequencyBins(
    { y: Float64Array.from(y), weights: Float64Array.from(weights) },
    bins,
  );
  return [[...binOf], means];
};

describe("bins of equal frequency", () => {
  it("Equal-frequency bins hold the same number of labels each: worked by hand", () => {
    assert.deepEqual(binsOf([6, 1, 2, 5, 3, 4], 3), [
      [2, 0, 0, 2, 1, 1],
      [1.5, 3.5, 5.5],
    ]);
  });

  it("Equal-frequency bins never split equal labels", () => {
    assert.deepEqual(binsOf([0, 0, 0, 0, 1], 4), [
      [0, 0, 0, 0, 1],
      [0, 1],
    ]);
    assert.deepEqual(binsOf([7, 7], 10), [[0, 0], [7]]);
  });

  it("Equal-frequency bins place a heavy label where its middle lies", () => {
    assert.deepEqual(binsOf([1, 2, 3], 2, [1, 8, 1]), [
      [0, 1, 1],
      [1, 19 / 9],
    ]);
  });

  it("Equal-frequency bins use weights and leave out labels without weight", () => {
    assert.deepEqual(binsOf([1, 2, 3, 9], 2, [3, 1, 2, 0]), [
      [0, 1, 1, -1],
      [1, 8 / 3],
    ]);
  });
});

describe("regression by discretization", () => {
  it("Regression by discretization predicts the expected mean of the bins: worked by hand", () => {
    const leaf = (number: number) => ({
      trees: [{ columns: [-1], numbers: [number], rights: [0] }],
    });
    const learner = regressionByDiscretization({ bins: 2, forest });
    const row = rowOfNumbers(1);
    const model = { means: [0, 1], forests: [leaf(0.6), leaf(0.2)] };
    assert.equal(learner.compile(model)(row), 0.25);
    // None is likely at all: as if all were equally.
    assert.equal(learner.compile({ ...model, forests: [leaf(0), leaf(0)] })(row), 0.5);
  });
});

learnerContract(
  "regression by discretization",
  () => regressionByDiscretization({ bins: 5, forest }),
  {
    weightIsCount: false,
  },
);
