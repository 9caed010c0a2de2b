import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gaussianProcess } from "../../../peers/learners/gaussian-process.ts";
import { assertNear, learnerContract, rowOfNumbers, samplesOf } from "../../contract/learner.ts";

learnerContract("gaussian process of a linear kernel", () =>
  gaussianProcess({ kernel: { kind: "linear" }, noise: 0.1 }),
);
learnerContract("gaussian process of an RBF kernel", () =>
  gaussianProcess({ kernel: { kind: "rbf", lengthScale: "spread" }, noise: 0.1 }),
);

const TWO_POINTS = samplesOf(
  [
    { x: [0], y: 0 },
    { x: [1], y: 1 },
  ],
  1,
);

describe("gaussian process", () => {
  it("A Gaussian process predicts between two points by their similarity: worked by hand", () => {
    // Labels ∓½ are an eigenvector of [[1, k], [k, 1]], of the eigenvalue 1 − k.
    const [lengthScale, noise] = [0.5, 0.1];
    const similarity = Math.exp(-1 / (2 * 0.25));
    const learner = gaussianProcess({ kernel: { kind: "rbf", lengthScale }, noise });
    const predict = learner.compile(learner.fit(TWO_POINTS));
    const half = (0.5 * (1 - similarity)) / (1 - similarity + noise);
    assertNear(predict(rowOfNumbers(0)), 0.5 - half);
    assertNear(predict(rowOfNumbers(1)), 0.5 + half);
    assertNear(predict(rowOfNumbers(0.5)), 0.5);
    assertNear(predict(rowOfNumbers(1_000)), 0.5);
  });

  it("A Gaussian process with a linear kernel predicts a line: worked by hand", () => {
    // Products [[1, −1], [−1, 1]] have the eigenvalue 2 for labels ±½: slope 2·½ ÷ (2 + σ²).
    const learner = gaussianProcess({ kernel: { kind: "linear" }, noise: 0.5 });
    const model = learner.fit(
      samplesOf(
        [
          { x: [1], y: 1 },
          { x: [-1], y: 0 },
        ],
        1,
      ),
    );
    const predict = learner.compile(model);
    for (const x of [-1, 0, 3]) assertNear(predict(rowOfNumbers(x)), 0.5 + x / 2.5);
  });

  it("A Gaussian process trusts a label more if its weight is greater: worked by hand", () => {
    // One row far from the other: the mean label is ¼, and ¾ above it are kept by w ÷ (w + σ²).
    const learner = gaussianProcess({ kernel: { kind: "rbf", lengthScale: 1 }, noise: 0.5 });
    const samples = samplesOf(
      [
        { x: [0], y: 1, weight: 1 },
        { x: [100], y: 0, weight: 3 },
      ],
      1,
    );
    const predict = learner.compile(learner.fit(samples));
    assertNear(predict(rowOfNumbers(0)), 0.25 + (0.75 * 1) / 1.5);
    assertNear(predict(rowOfNumbers(100)), 0.25 - (0.25 * 3) / 3.5);
  });

  it("A Gaussian process takes the spread of the rows as length scale if configured to", () => {
    const { fit } = gaussianProcess({
      kernel: { kind: "rbf", lengthScale: "spread" },
      noise: 1,
    });
    const model = fit(
      samplesOf(
        [
          { x: [0, 0], y: 0 },
          { x: [6, 8], y: 1 },
        ],
        2,
      ),
    );
    assert.ok(model.kind === "rbf");
    assertNear(model.lengthScale, 5);
  });

  it("A Gaussian process learns from the heaviest samples, and from the first of equal ones", () => {
    const written = Array.from({ length: 1_502 }, (_, n) => ({
      x: [0],
      y: n < 1_500 ? 0 : 1,
      weight: n === 1_501 ? 2 : 1,
    }));
    const learner = gaussianProcess({ kernel: { kind: "linear" }, noise: 1 });
    const predict = learner.compile(learner.fit(samplesOf(written, 1)));
    // 1,499 zeros and the heavy one.
    assertNear(predict(rowOfNumbers(0)), 2 / 1_501);
  });
});
