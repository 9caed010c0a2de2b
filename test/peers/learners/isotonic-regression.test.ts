import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isotonicRegression } from "../../../peers/learners/isotonic-regression.ts";
import { assertNear, learnerContract, rowOfNumbers, samplesOf } from "../../contract/learner.ts";

learnerContract("isotonic regression", isotonicRegression);

describe("isotonic regression", () => {
  it("Isotonic regression steps midway between values and pools decreasing labels: worked by hand", () => {
    // Labels by value: 0, then 4 and 3 pooled to 3.5, then 5. Cuts at 0.5 and (2 + 4) ÷ 2.
    const samples = samplesOf(
      [
        { x: [0], y: 0 },
        { x: [2], y: 3 },
        { x: [1], y: 4 },
        { x: [4], y: 5 },
      ],
      1,
    );
    const learner = isotonicRegression();
    const model = learner.fit(samples);
    assert.deepEqual(model.cuts, [0.5, 3]);
    for (const [at, value] of [0, 3.5, 5].entries()) assertNear(model.values[at] ?? -1, value);
    const predict = learner.compile(model);
    assertNear(predict(rowOfNumbers(-7)), 0);
    assertNear(predict(rowOfNumbers(0.5)), 3.5);
    assertNear(predict(rowOfNumbers(2.9)), 3.5);
    assertNear(predict(rowOfNumbers(99)), 5);
  });

  it("Isotonic regression decreases when a decreasing fit is closer", () => {
    const samples = samplesOf(
      [
        { x: [-1], y: 1 },
        { x: [0], y: 0.5 },
        { x: [1], y: 0 },
      ],
      1,
    );
    const { cuts, values } = isotonicRegression().fit(samples);
    assert.deepEqual(cuts, [-0.5, 0.5]);
    for (const [at, value] of [1, 0.5, 0].entries()) assertNear(values[at] ?? -1, value);
  });

  it("Isotonic regression chooses the column with the least weighted squared error", () => {
    const label = [0, 0, 1, 1];
    const samples = samplesOf(
      label.map((y, n) => ({ x: [n % 2, y, n === 0 ? 3 : 0], y, weight: n + 1 })),
      3,
    );
    assert.equal(isotonicRegression().fit(samples).column, 1);
  });

  it("Isotonic regression uses weights to choose its column: worked by hand", () => {
    // Column 0 tells the first sample from the others, column 1 the last; the heavier one counts.
    const written = [
      { x: [1, 0], y: 1 },
      { x: [0, 0], y: 0 },
      { x: [0, 1], y: 1 },
    ];
    const columnOf = (weights: readonly number[]) =>
      isotonicRegression().fit({ ...samplesOf(written, 2), weights: Float64Array.from(weights) })
        .column;
    assert.equal(columnOf([3, 1, 1]), 0);
    assert.equal(columnOf([1, 1, 3]), 1);
    assert.equal(columnOf([1, 1, 1]), 0);
  });

  it("Isotonic regression treats rows of equal value as one", () => {
    const samples = samplesOf(
      [
        { x: [1], y: 1 },
        { x: [1], y: 0.5 },
        { x: [0], y: 0 },
        { x: [0], y: 0.5 },
      ],
      1,
    );
    const { cuts, values } = isotonicRegression().fit(samples);
    assert.deepEqual(cuts, [0.5]);
    for (const [at, value] of [0.25, 0.75].entries()) assertNear(values[at] ?? -1, value);
  });
});
