import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { LinearModel } from "../../../lib/domain/stats/learner/learner.ts";
import { ridgeRegression } from "../../../lib/domain/stats/learner/ridge-regression.ts";
import { rowOf, sum } from "../../../lib/domain/stats/vector/sparse-rows.ts";
import { elasticNet, softThreshold } from "../../../peers/learners/elastic-net.ts";
import { assertNear, learnerContract, samplesOf } from "../../contract/learner.ts";

learnerContract("elastic net", () => elasticNet({ lambda: 0.01, alpha: 0.5 }), {
  tolerance: 1e-3,
});
learnerContract("lasso", () => elasticNet({ lambda: 0.01, alpha: 1 }), { tolerance: 1e-3 });

const weightOf = ({ columns, values }: LinearModel, column: number): number =>
  values[columns.indexOf(column)] ?? 0;

/** Columns of mean 0 and variance 1, orthogonal to each other. */
const ORTHONORMAL = [
  [1, 1, 1],
  [1, -1, -1],
  [-1, 1, -1],
  [-1, -1, 1],
];

describe("elastic net", () => {
  it("Elastic net shrinks each weight separately when columns are orthonormal (Zou & Hastie 2005, equation 6)", () => {
    const [big, small, negative] = [2, 0.3, -1];
    const samples = samplesOf(
      ORTHONORMAL.map((x) => {
        const [first = 0, second = 0, third = 0] = x;
        return { x, y: 5 + big * first + small * second + negative * third };
      }),
      3,
    );
    // S(β, λα) ÷ (1 + λ(1 − α)) with λα = 0.4 and λ(1 − α) = 0.1.
    const model = elasticNet({ lambda: 0.5, alpha: 0.8 }).fit(samples);
    assertNear(weightOf(model, 0), 1.6 / 1.1);
    assert.ok(!model.columns.includes(1));
    assertNear(weightOf(model, 2), -0.6 / 1.1);
    assertNear(model.intercept, 5);
  });

  it("Elastic net sets all weights to 0 exactly from λ = max |cov(x, y)| ÷ α on", () => {
    // ȳ = 0.5, cov = mean of x·(y − ȳ): 0.5·0.25 for the first column, −0.25·0.25 for the second.
    const samples = samplesOf(
      [
        { x: [1, 0], y: 1 },
        { x: [1, 0], y: 0.5 },
        { x: [0, 1], y: 0.25 },
        { x: [0, 0], y: 0.25 },
      ],
      2,
    );
    const least = (0.5 + 0) / 4;
    const columnsAt = (lambda: number) => elasticNet({ lambda, alpha: 0.5 }).fit(samples).columns;
    assert.deepEqual(columnsAt(2 * least), []);
    assert.deepEqual(columnsAt(2 * least * 0.999), [0]);
  });

  it("Elastic net is ridge regression at α = 0", () => {
    const property = fc.property(someSamples(), (samples) => {
      const lambda = 0.3;
      const net = elasticNet({ lambda, alpha: 0 }).fit(samples);
      const ridge = ridgeRegression({ lambda: lambda * sum(samples.weights) }).fit(samples);
      assertNear(net.intercept, ridge.intercept, 1e-3);
      for (let column = 0; column < 4; column += 1)
        assertNear(weightOf(net, column), weightOf(ridge, column), 1e-3);
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("Elastic net reaches the minimum: zero-weight columns pull at most λα, the others exactly λα", () => {
    const [lambda, alpha] = [0.05, 0.7];
    const learner = elasticNet({ lambda, alpha });
    const property = fc.property(someSamples(), (samples) => {
      const model = learner.fit(samples);
      const predict = learner.compile(model);
      const total = sum(samples.weights);
      const pulls = [0, 0, 0, 0];
      let mean = 0;
      for (const [row, label] of samples.y.entries()) {
        const { columns, values } = rowOf(samples.x, row);
        const weight = (samples.weights[row] ?? 0) / total;
        const residual = label - predict({ columns, values });
        mean += weight * residual;
        for (const [at, column] of columns.entries())
          pulls[column] = (pulls[column] ?? 0) + weight * residual * (values[at] ?? 0);
      }
      assertNear(mean, 0);
      for (const [column, pull] of pulls.entries()) {
        const beta = weightOf(model, column);
        const rest = pull - lambda * (1 - alpha) * beta;
        if (beta === 0) assert.ok(Math.abs(rest) <= lambda * alpha + 1e-4, `${rest}`);
        else assertNear(rest, lambda * alpha * Math.sign(beta), 1e-4);
      }
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("Elastic net applies a soft threshold", () => {
    assert.deepEqual(
      [3, 1, 0.5, -0.5, -3].map((value) => softThreshold(value, 1) + 0),
      [2, 0, 0, 0, -2],
    );
  });
});

function someSamples() {
  const numbers = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 4, maxLength: 4 });
  return fc
    .array(
      fc.record({
        x: numbers,
        y: fc.double({ min: 0, max: 1, noNaN: true }),
        weight: fc.constantFrom(0, 0.3, 1, 4),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .filter((written) => written.some(({ weight }) => weight > 0))
    .map((written) => samplesOf(written, 4));
}
