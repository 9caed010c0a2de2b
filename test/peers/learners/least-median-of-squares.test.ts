import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ridgeRegression } from "../../../lib/domain/stats/learner/ridge-regression.ts";
import { leastMedianOfSquares } from "../../../peers/learners/least-median-of-squares.ts";
import { assertNear, learnerContract, rowOfNumbers, samplesOf } from "../../contract/learner.ts";

const LAMBDA = 1e-6;

learnerContract(
  "least median of squares",
  () => leastMedianOfSquares({ lambda: LAMBDA, seed: 1 }),
  { weightIsCount: false, tolerance: 1e-4, runs: 20 },
);

/** A line of slope 2 through (0, 1) for the first of some samples, far below it for the others. */
const lineWithOutliers = (good: number, weight = 1, length = 100) =>
  samplesOf(
    Array.from({ length }, (_, n) => {
      const x = [n / 10, (n * 7) % 10];
      return n < good ? { x, y: 1 + n / 5 } : { x, y: -50 - (n % 3), weight };
    }),
    2,
  );

describe("least median of squares", () => {
  it("Least median of squares stays on the line when 40 % of the samples are outliers", () => {
    const samples = lineWithOutliers(60);
    const robust = leastMedianOfSquares({ lambda: LAMBDA, seed: 1 });
    const predict = robust.compile(robust.fit(samples));
    for (const [x, other] of [
      [0, 3],
      [20, 0],
    ] as const)
      assertNear(predict(rowOfNumbers(x, other)), 1 + 2 * x, 1e-4);
    const ridge = ridgeRegression({ lambda: LAMBDA });
    assert.ok(ridge.compile(ridge.fit(samples))(rowOfNumbers(20, 0)) < 0);
  });

  it("Least median of squares stays on the line when most samples are outliers of little weight", () => {
    const robust = leastMedianOfSquares({ lambda: LAMBDA, seed: 2 });
    const predict = robust.compile(robust.fit(lineWithOutliers(30, 0.1)));
    assertNear(predict(rowOfNumbers(20, 0)), 41, 1e-4);
  });

  it("Least median of squares stays on the line when there are too many samples to use all", () => {
    const robust = leastMedianOfSquares({ lambda: LAMBDA, seed: 1 });
    const predict = robust.compile(robust.fit(lineWithOutliers(1_500, 1, 2_500)));
    assertNear(predict(rowOfNumbers(20, 0)), 41, 1e-3);
  });

  it("Least median of squares accepts all samples on the line, however far out", () => {
    const places = [...Array.from({ length: 60 }, (_, n) => n / 10), 1_000];
    const line = places.map((x) => ({ x: [x], y: 1 + 2 * x }));
    const outliers = Array.from({ length: 5 }, (_, n) => ({ x: [n], y: -9_000 }));
    const robust = leastMedianOfSquares({ lambda: LAMBDA, seed: 1 });
    const ridge = ridgeRegression({ lambda: LAMBDA });
    const all = samplesOf([...outliers, ...line], 1);
    assert.deepEqual(robust.fit(all), ridge.fit(samplesOf(line, 1)));
  });

  it("Least median of squares accepts samples that are merely off the line: worked by hand", () => {
    // ±0.1 beside a line: least squares on all, for 0.1 is within 2.5 deviations of 1.48·0.1.
    const written = Array.from({ length: 40 }, (_, n) => ({
      x: [n],
      y: n + (n % 4 === 0 || n % 4 === 3 ? 0.1 : -0.1),
    }));
    const samples = samplesOf(written, 1);
    const robust = leastMedianOfSquares({ lambda: LAMBDA, seed: 1 }).fit(samples);
    assert.deepEqual(robust, ridgeRegression({ lambda: LAMBDA }).fit(samples));
  });

  it("Least median of squares stays near the line with more columns than samples in a trial", () => {
    // 30 columns of which each row has two; the first says all.
    const written = Array.from({ length: 300 }, (_, n) => {
      const isOne = (column: number) => (column === 0 ? n % 2 === 1 : column === 1 + (n % 29));
      const x = Array.from({ length: 30 }, (_column, at) => (isOne(at) ? 1 : 0));
      return { x, y: n % 10 === 0 ? 30 : n % 2 };
    });
    const robust = leastMedianOfSquares({ lambda: 0.01, seed: 1 });
    const predict = robust.compile(robust.fit(samplesOf(written, 30)));
    assertNear(predict(rowOfNumbers(1, 1)), 1, 0.2);
    assertNear(predict(rowOfNumbers(0, 1)), 0, 0.2);
  });
});
