import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Learner } from "../../../lib/domain/stats/learner/learner.ts";
import { chooseLearner } from "../../../peers/learners/choose-learner.ts";
import { regressionStump } from "../../../peers/learners/create-learner.ts";
import { samplesOf } from "../../contract/learner.ts";

/** Always predicts one number. */
const constant = (number: number, name = `always ${number}`): Learner<number> => ({
  name,
  fit: () => number,
  compile: (model) => () => model,
});

const samples = samplesOf(
  [0, 0, 1, 1].map((y) => ({ x: [y], y })),
  1,
);
const comparison = { folds: 2, seed: 1 };

describe("the choice of a learner", () => {
  it("The learner choice takes the learner with the least error: worked by hand", () => {
    const stump = regressionStump({ minLeafRows: 1 });
    const { learner, scores, outOfFold } = chooseLearner(
      [constant(0), constant(0.5), stump],
      samples,
      comparison,
    );
    assert.equal(learner, stump);
    assert.deepEqual(scores, [
      { name: "always 0", error: Math.SQRT1_2 },
      { name: "always 0.5", error: 0.5 },
      { name: "regression-stump", error: 0 },
    ]);
    assert.deepEqual([...outOfFold], [0, 0, 1, 1]);
  });

  it("The learner choice uses the weight of the rows", () => {
    const heavy = { ...samples, weights: Float64Array.of(9, 9, 1, 1) };
    const candidates = [constant(0.5), constant(0)];
    assert.equal(chooseLearner(candidates, heavy, comparison).learner, candidates[1]);
  });

  it("The learner choice takes the first of equals and never one that predicts no number", () => {
    const candidates = [constant(Number.NaN), constant(0.5, "first"), constant(0.5, "second")];
    assert.equal(chooseLearner(candidates, samples, comparison).learner.name, "first");
  });

  it("The learner choice uses the given folds", () => {
    const folds = Int32Array.of(0, 0, 1, 1);
    const stump = regressionStump({ minLeafRows: 1 });
    const { learner, outOfFold } = chooseLearner([stump, constant(0.5)], samples, {
      folds,
      seed: 1,
    });
    assert.deepEqual([learner.name, ...outOfFold], ["always 0.5", 0.5, 0.5, 0.5, 0.5]);
  });

  it("The learner choice fails when there are no learners", () => {
    assert.throws(() => chooseLearner([], samples, comparison), RangeError);
  });
});
