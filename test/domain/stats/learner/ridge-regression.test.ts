import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { LinearModel, Samples } from "../../../../lib/domain/stats/learner/learner.ts";
import { ridgeRegression } from "../../../../lib/domain/stats/learner/ridge-regression.ts";
import { hashToUnit } from "../../../../lib/domain/stats/random/random.ts";
import { sparseRows } from "../../../../lib/domain/stats/vector/sparse-rows.ts";
import { assertNear, learnerContract, rowOfNumbers, samplesOf } from "../../../contract/learner.ts";
import { denseRows } from "../../../support/dense-rows.ts";

learnerContract("ridge regression", () => ridgeRegression({ lambda: 0.01 }));
learnerContract("ridge regression with a tiny λ", () => ridgeRegression({ lambda: 1e-8 }), {
  tolerance: 1e-5,
});

/**
 * How far a model is from the minimum of Σ w·(y − b − x·β)² + λ·‖β‖²: the largest of the derivatives, each
 * halved: by b, and by each column's weight.
 */
function steepness({ x, y, weights }: Samples, model: LinearModel, lambda: number): number {
  const dense = denseRows(x);
  const beta = new Float64Array(x.width);
  for (const [at, column] of model.columns.entries()) beta[column] = model.values[at] ?? 0;
  const byWeight = beta.map((value) => lambda * value);
  let byIntercept = 0;
  for (const [row, label] of y.entries()) {
    const features = dense.subarray(row * x.width, (row + 1) * x.width);
    const predicted = features.reduce((sum, v, at) => sum + v * (beta[at] ?? 0), model.intercept);
    const residual = (weights[row] ?? 0) * (predicted - label);
    byIntercept += residual;
    for (const [at, value] of features.entries())
      byWeight[at] = (byWeight[at] ?? 0) + residual * value;
  }
  return Math.max(Math.abs(byIntercept), ...byWeight.map(Math.abs));
}

/** Rows of a few features each out of `width`, and labels that follow some of them. */
function someWords(height: number, width: number): Samples {
  const vectors = Array.from({ length: height }, (_, row) => {
    const drawn = Array.from({ length: 12 }, (_, n) =>
      Math.floor(width * hashToUnit(row, `column ${n}`) ** 2),
    );
    const columns = Int32Array.from(new Set(drawn)).sort();
    return { columns, values: Float64Array.from(columns, (c) => 1 + hashToUnit(c, `${row}`)) };
  });
  return {
    x: sparseRows(vectors, width),
    y: Float64Array.from(vectors, ({ columns }, row) =>
      columns.some((column) => column % 7 === 0) ? 1 : 0.3 * hashToUnit(row, "label"),
    ),
    weights: Float64Array.from(vectors, (_, row) => 0.5 + hashToUnit(row, "weight")),
  };
}

describe("ridge regression", () => {
  it("Ridge regression shrinks the slope, not the intercept: worked by hand", () => {
    // x̄ = 1.5, ȳ = 4, Sxx = 5, Sxy = 10: slope 10 ÷ (5 + 5), intercept 4 − 1·1.5.
    const line = [0, 1, 2, 3].map((x) => ({ x: [x], y: 1 + 2 * x }));
    const model = ridgeRegression({ lambda: 5 }).fit(samplesOf(line, 1));
    assert.deepEqual(model.columns, [0]);
    assertNear(model.values[0] ?? 0, 1);
    assertNear(model.intercept, 2.5);
  });

  it("Ridge regression counts samples by their weight: worked by hand", () => {
    // Σw = 4, x̄ = 0.75, ȳ = 0.75, Sxx = 0.75, Sxy = 0.75: slope 0.75 ÷ (0.75 + 0.25).
    const samples = samplesOf(
      [
        { x: [0], y: 0, weight: 1 },
        { x: [1], y: 1, weight: 3 },
      ],
      1,
    );
    const model = ridgeRegression({ lambda: 0.25 }).fit(samples);
    assertNear(model.values[0] ?? 0, 0.75);
    assertNear(model.intercept, 0.75 - 0.75 * 0.75);
  });

  it("Ridge regression shares the weight between equal features", () => {
    // One feature of twice the length: weight 1 ÷ (1 + λ/2) in both together.
    const samples = samplesOf(
      [
        { x: [1, 1], y: 1 },
        { x: [-1, -1], y: -1 },
      ],
      2,
    );
    const { values, intercept } = ridgeRegression({ lambda: 4 }).fit(samples);
    for (const value of values) assertNear(value, 0.25);
    assertNear(intercept, 0);
  });

  it("Ridge regression stores only the weights of features that have one", () => {
    const samples = samplesOf(
      [
        { x: [0, 1, 5], y: 1 },
        { x: [0, 0, 5], y: 0 },
      ],
      3,
    );
    const model = ridgeRegression({ lambda: 1 }).fit(samples);
    assert.deepEqual(model.columns, [1]);
  });

  it("Ridge regression predicts by the weights of known columns and ignores unseen ones", () => {
    const predict = ridgeRegression({ lambda: 1 }).compile({
      intercept: 0.5,
      columns: [1, 3],
      values: [2, -1],
    });
    assert.equal(predict(rowOfNumbers(7, 1, 7, 3, 7)), 0.5 + 2 - 3);
    assert.equal(predict(rowOfNumbers(7)), 0.5);
  });

  it("Ridge regression reaches the minimum with more rows than columns or fewer", () => {
    const sizes = fc.integer({ min: 1, max: 12 });
    const property = fc.property(
      sizes.chain((width) =>
        fc.array(
          fc.record({
            x: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: width, maxLength: width }),
            y: fc.double({ min: 0, max: 1, noNaN: true }),
            weight: fc.constantFrom(0, 0.3, 1, 4),
          }),
          { minLength: 1, maxLength: 12 },
        ),
      ),
      fc.constantFrom(0.001, 0.5, 20),
      (written, lambda) => {
        const samples = samplesOf(written, written[0]?.x.length ?? 0);
        const model = ridgeRegression({ lambda }).fit(samples);
        assertNear(steepness(samples, model, lambda), 0, 1e-9);
      },
    );
    fc.assert(property, { seed: 1, numRuns: 300 });
  });

  it("Ridge regression learns from two rows of many columns as from one long feature: worked by hand", () => {
    // Length √d, so that Sxx = d/2: the difference of the labels is kept by d/2 ÷ (d/2 + λ) = ½.
    const width = 50_000;
    const all = { columns: Int32Array.from({ length: width }, (_, n) => n), values: ones(width) };
    const none = { columns: new Int32Array(0), values: ones(0) };
    const samples = {
      x: sparseRows([all, none], width),
      y: Float64Array.of(1, 0),
      weights: ones(2),
    };
    const learner = ridgeRegression({ lambda: width / 2 });
    const predict = learner.compile(learner.fit(samples));
    assertNear(predict(all), 0.75);
    assertNear(predict(none), 0.25);
  });

  it("Ridge regression reaches the minimum when there are many rows and columns", () => {
    const samples = someWords(700, 900);
    for (const lambda of [0.1, 3]) {
      const model = ridgeRegression({ lambda }).fit(samples);
      assert.ok(model.columns.length > 512);
      assertNear(steepness(samples, model, lambda), 0, 1e-4);
    }
  });
});

function ones(length: number): Float64Array {
  return new Float64Array(length).fill(1);
}
