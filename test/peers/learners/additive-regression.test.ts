import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hashToUnit } from "../../../lib/domain/stats/random/random.ts";
import { rowCount, rowOf } from "../../../lib/domain/stats/vector/sparse-rows.ts";
import { additiveRegression } from "../../../peers/learners/additive-regression.ts";
import {
  assertNear,
  learnerContract,
  rowOfNumbers,
  samplesOf,
  type WrittenSample,
} from "../../contract/learner.ts";

const earlyStop = { share: 0.25, patience: 5, minRows: 12, seed: 1 };
const rule = { shrinkage: 0.5, maxRounds: 100, minLeafRows: 1 };

/** A sum of two features: 0, 1, 2 and 3. */
const sums: readonly WrittenSample[] = [0, 1, 2, 3].map((y) => ({ x: [y >> 1, y & 1], y }));

describe("additive regression", () => {
  it("Additive regression fits the residuals of the current model: worked by hand", () => {
    const learner = additiveRegression({ ...rule, maxRounds: 2 });
    const model = learner.fit(samplesOf(sums, 2));
    // About the mean 1.5 the first feature explains ∓1, of which half is taken. What it leaves, ∓0.5, is
    // as much as the second explains, and the first column comes first: ∓0.5 · 0.5 more.
    assert.deepEqual(model, {
      ...{ base: 1.5, columns: [0], thresholds: [0.5] },
      ...{ lefts: [-0.75], rights: [0.75] },
    });
    // Then the second feature's turn has come: ∓0.5 · 0.5.
    const three = additiveRegression({ ...rule, maxRounds: 3 });
    const predict = three.compile(three.fit(samplesOf(sums, 2)));
    const predictions = [0, 1, 2, 3].map((y) => predict(rowOfNumbers(y >> 1, y & 1)));
    assert.deepEqual(predictions, [0.5, 1, 2, 2.5]);
  });

  it("Additive regression approximates a sum of features to any precision", () => {
    const learner = additiveRegression(rule);
    const predict = learner.compile(learner.fit(samplesOf(sums, 2)));
    for (const { x, y } of sums) assertNear(predict(rowOfNumbers(...x)), y, 1e-5);
  });

  it("Additive regression leaves an error of (1 − shrinkage)^rounds after rounds of one split", () => {
    const list = [0, 1].map((y) => ({ x: [y], y }));
    for (const maxRounds of [0, 1, 2, 5]) {
      const learner = additiveRegression({ ...rule, maxRounds });
      const predict = learner.compile(learner.fit(samplesOf(list, 1)));
      assertNear(predict(rowOfNumbers(1)), 1 - 0.5 * 0.5 ** maxRounds, 1e-12);
    }
  });

  it("Additive regression accepts values on both sides of zero", () => {
    const list = [-2, -1, 0, 1, 2].map((value) => ({ x: [value], y: Math.abs(value) / 2 }));
    const learner = additiveRegression(rule);
    const predict = learner.compile(learner.fit(samplesOf(list, 1)));
    for (const { x, y } of list) assertNear(predict(rowOfNumbers(...x)), y, 1e-3);
  });

  it("Additive regression stops before it overfits the noise", () => {
    // The label is a coin; 60 columns of noise explain it by chance.
    const coin = (n: number) => Math.round(hashToUnit(3, `${n}`));
    const list = Array.from({ length: 40 }, (_, n) => ({
      x: Array.from({ length: 60 }, (_, column) => coin(n * 61 + column)),
      y: coin(n * 61 + 60),
    }));
    const samples = samplesOf(list, 60);
    const size = (stop: boolean) =>
      additiveRegression({ ...rule, ...(stop ? { earlyStop } : {}) }).fit(samples).columns.length;
    assert.ok(size(false) > 30, String(size(false)));
    assert.ok(size(true) < 10, String(size(true)));
  });

  it("Additive regression waits as many rounds as its patience allows", () => {
    const chance = (n: number) => hashToUnit(5, `${n}`);
    const list = Array.from({ length: 80 }, (_, n) => {
      const x = Array.from({ length: 30 }, (_, column) => Math.round(chance(n * 31 + column)));
      return { x, y: x.slice(0, 6).reduce((sum, value) => sum + value, chance(n * 31 + 30) * 2) };
    });
    const stumps = (patience: number) =>
      additiveRegression({ ...rule, earlyStop: { ...earlyStop, patience } }).fit(
        samplesOf(list, 30),
      ).columns.length;
    assert.ok(stumps(1) < stumps(50), `${stumps(1)} ${stumps(50)}`);
  });

  it("Additive regression continues while held-out rows improve, then learns from all rows", () => {
    const list = Array.from({ length: 64 }, (_, n) => ({
      x: [n & 1, (n >> 1) & 1, (n >> 2) & 1, (n >> 3) & 1],
      y: ((n & 1) + ((n >> 1) & 1) + ((n >> 2) & 1) + ((n >> 3) & 1)) / 4,
    }));
    const samples = samplesOf(list, 4);
    const learner = additiveRegression({ ...rule, earlyStop });
    const predict = learner.compile(learner.fit(samples));
    for (let row = 0; row < rowCount(samples.x); row += 1)
      assertNear(predict(rowOf(samples.x, row)), samples.y[row] ?? 0, 1e-3);
  });
});

learnerContract("additive regression", () => additiveRegression(rule));
learnerContract(
  "additive regression with an early stop",
  () => additiveRegression({ ...rule, earlyStop }),
  {
    weightIsCount: false,
  },
);
