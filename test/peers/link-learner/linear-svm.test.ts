import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { compileLinearModel, type LinearModel } from "../../../lib/domain/stats/learner/learner.ts";
import { rowOf } from "../../../lib/domain/stats/vector/sparse-rows.ts";
import { linearSvm } from "../../../peers/link-learner/linear-svm.ts";
import { assertNear, rowOfNumbers, samplesOf } from "../../contract/learner.ts";

type Row = readonly [label: number, weight: number, ...values: number[]];

const samples = (rows: readonly Row[]) =>
  samplesOf(
    rows.map(([y, weight, ...x]) => ({ x, y, weight })),
    Math.max(1, ...rows.map((row) => row.length - 2)),
  );

const fitted = (cost: number, rows: readonly Row[]): LinearModel =>
  linearSvm({ cost, seed: 1 }).fit(samples(rows));

const near = (value: number | undefined, expected: number) =>
  assertNear(value ?? Number.NaN, expected, 0.005);

/** Labels, small values and weights of a few rows of two columns. */
const someRows = fc.array(
  fc.tuple(
    fc.constantFrom(0, 1),
    fc.constantFrom(0, 0.5, 1, 2),
    fc.integer({ min: -3, max: 3 }),
    fc.integer({ min: -3, max: 3 }),
  ),
  { maxLength: 8 },
);

/** ½(‖w‖² + b²) + C Σ v max(0, 1 − y(w·x + b)). */
function objective(model: LinearModel, rows: readonly Row[], cost: number): number {
  const predict = compileLinearModel(model);
  const { x } = samples(rows);
  let sum = model.intercept ** 2 / 2;
  for (const weight of model.values) sum += weight ** 2 / 2;
  for (const [row, [label, weight]] of rows.entries()) {
    const margin = (label > 0 ? 1 : -1) * predict(rowOf(x, row));
    sum += cost * weight * Math.max(0, 1 - margin);
  }
  return sum;
}

describe("linear support vector machine", () => {
  it("A linear SVM puts the widest margin between two points: w = 1, b = 0 for 1 and −1", () => {
    const { values, intercept } = fitted(1, [
      [1, 1, 1],
      [0, 1, -1],
    ]);
    near(values[0], 1);
    near(intercept, 0);
  });

  it("A linear SVM gives two points within the margin a weight of 2C: w = 0.5 for C = 0.25", () => {
    const { values, intercept } = fitted(0.25, [
      [1, 1, 1],
      [0, 1, -1],
    ]);
    near(values[0], 0.5);
    near(intercept, 0);
  });

  it("A linear SVM also uses the bias for a single point: w = b = ½", () => {
    const { values, intercept } = fitted(10, [[1, 1, 1]]);
    near(values[0], 0.5);
    near(intercept, 0.5);
  });

  it("A linear SVM counts a row of weight 2 as two rows, and ignores a row of weight 0", () => {
    const twice = fitted(0.1, [
      [1, 2, 1, 0],
      [0, 1, 0, 1],
      [1, 0, 0, 5],
    ]);
    const doubled = fitted(0.1, [
      [1, 1, 1, 0],
      [1, 1, 1, 0],
      [0, 1, 0, 1],
    ]);
    near(twice.values[0], doubled.values[0] ?? 0);
    near(twice.values[1], doubled.values[1] ?? 0);
    near(twice.intercept, doubled.intercept);
  });

  it("A linear SVM predicts 0 when there is nothing to learn from", () => {
    assert.equal(compileLinearModel(fitted(1, []))(rowOfNumbers(1, 2)), 0);
  });

  it("A linear SVM stops where no small step decreases the objective", () => {
    const property = fc.property(someRows, fc.constantFrom(0.1, 1), (rows, cost) => {
      const model = fitted(cost, rows);
      const [first = 0, second = 0] = [0, 1].map(
        (column) => model.values[model.columns.indexOf(column)] ?? 0,
      );
      const least = objective(model, rows, cost);
      for (const [a, b, c] of [
        [0.05, 0, 0],
        [-0.05, 0, 0],
        [0, 0.05, 0],
        [0, -0.05, 0],
        [0, 0, 0.05],
        [0, 0, -0.05],
      ] as const) {
        const moved = {
          columns: [0, 1],
          values: [first + a, second + b],
          intercept: model.intercept + c,
        };
        assert.ok(objective(moved, rows, cost) > least - 0.001);
      }
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("A linear SVM gives the same model for the same rows, and the model survives JSON", () => {
    const property = fc.property(someRows, (rows) => {
      const model = fitted(1, rows);
      assert.deepEqual(fitted(1, rows), model);
      assert.deepEqual(JSON.parse(JSON.stringify(model)), model);
    });
    fc.assert(property, { seed: 2, numRuns: 50 });
  });
});
