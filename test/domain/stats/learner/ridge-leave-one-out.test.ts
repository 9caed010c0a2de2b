import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Samples } from "../../../../lib/domain/stats/learner/learner.ts";
import {
  ridgeLeaveOneOut,
  ridgeRegression,
  ridgeWithoutEach,
} from "../../../../lib/domain/stats/learner/ridge-regression.ts";
import { rowOf } from "../../../../lib/domain/stats/vector/sparse-rows.ts";
import { assertNear, samplesOf } from "../../../contract/learner.ts";
import { rowsOfDense } from "../../../support/dense-rows.ts";

/** What a model says of a sample when it has learned from the others. */
function predictionWithout(samples: Samples, row: number, lambda: number): number {
  const learner = ridgeRegression({ lambda });
  const weights = samples.weights.map((weight, at) => (at === row ? 0 : weight));
  return learner.compile(learner.fit({ ...samples, weights }))(rowOf(samples.x, row));
}

describe("leave-one-out predictions of ridge regression", () => {
  it("Ridge leave-one-out predictions are the line through the other two of three points: worked by hand", () => {
    // Without a point, half the slope of the others remains: Sxx = 1/2 or 2 is met by a λ as large.
    const points = samplesOf(
      [
        { x: [0], y: 0 },
        { x: [1], y: 1 },
        { x: [2], y: 0 },
      ],
      1,
    );
    const [first, second, third] = ridgeLeaveOneOut(points, { lambda: 0.5 }) ?? [];
    // Without the first: mean point (1.5, 0.5), slope −0.5 ÷ (0.5 + 0.5); at 0 that is 1.25.
    assertNear(first ?? 0, 1.25);
    assertNear(second ?? 1, 0);
    assertNear(third ?? 0, 1.25);
  });

  it("Ridge leave-one-out predictions are those of models that have never seen the sample", () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 8 }).chain((width) =>
        fc.array(
          fc.record({
            x: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: width, maxLength: width }),
            y: fc.double({ min: 0, max: 1, noNaN: true }),
            weight: fc.constantFrom(0, 0.3, 1, 4),
          }),
          { minLength: 1, maxLength: 10 },
        ),
      ),
      fc.constantFrom(0.01, 0.5, 20),
      (written, lambda) => {
        const samples = samplesOf(written, written[0]?.x.length ?? 0);
        const predictions = ridgeLeaveOneOut(samples, { lambda }) ?? new Float64Array(0);
        assert.equal(predictions.length, samples.y.length);
        for (const [row, prediction] of predictions.entries())
          assertNear(prediction, predictionWithout(samples, row, lambda), 1e-7);
      },
    );
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("Ridge predictions without each row are the same, for any labels of rows that were factored once", () => {
    const labels = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 10,
      maxLength: 10,
    });
    const rows = fc.array(
      fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 4, maxLength: 4 }),
      { minLength: 2, maxLength: 10 },
    );
    const property = fc.property(rows, labels, labels, (written, ...both) => {
      const { x, weights } = samplesOf(
        written.map((row) => ({ x: row, y: 0, weight: 1 })),
        4,
      );
      const withoutEach = ridgeWithoutEach(x, { lambda: 0.5 });
      for (const some of both) {
        const y = Float64Array.from(some.slice(0, written.length));
        const known = ridgeLeaveOneOut({ x, y, weights }, { lambda: 0.5 });
        for (const [row, prediction] of withoutEach(y).entries())
          assertNear(prediction, known?.[row] ?? 0, 1e-7);
      }
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
  });

  it("Ridge leave-one-out predictions are replaced by folds when there are many rows and columns", () => {
    const size = 513;
    const identity = Float64Array.from({ length: size * size }, (_, at) =>
      at % (size + 1) === 0 ? 1 : 0,
    );
    const ones = new Float64Array(size).fill(1);
    const samples = { x: rowsOfDense(identity, size), y: ones, weights: ones };
    assert.equal(ridgeLeaveOneOut(samples, { lambda: 1 }), undefined);
  });
});
