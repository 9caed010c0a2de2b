import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Learner } from "../../../lib/domain/stats/learner/learner.ts";
import { regressionStump } from "../../../peers/learners/create-learner.ts";
import { regressionTree } from "../../../peers/learners/regression-tree.ts";
import { stacking } from "../../../peers/learners/stacking.ts";
import { assertNear, learnerContract, rowOfNumbers, samplesOf } from "../../contract/learner.ts";

const rule = { folds: 5, ridge: 1e-3, seed: 1 };

/** Learns nothing: says its column. */
const column = (number: number): Learner<number> => ({
  name: `column ${number}`,
  fit: () => number,
  compile: (model) => (row) => row.values[row.columns.indexOf(model)] ?? 0,
});

describe("stacking", () => {
  it("Stacking weights the predictions of its learners: worked by hand", () => {
    const list = Array.from({ length: 20 }, (_, n) => ({
      x: [n % 4, n % 5, n % 2],
      y: 0.5 + 0.25 * (n % 4) + 0.125 * (n % 5),
    }));
    const learner = stacking({ ...rule, ridge: 0, learners: [column(0), column(1)] });
    const model = learner.fit(samplesOf(list, 3));
    assertNear(model.intercept, 0.5);
    assertNear(model.coefficients[0] ?? 0, 0.25);
    assertNear(model.coefficients[1] ?? 0, 0.125);
    assertNear(learner.compile(model)(rowOfNumbers(2, 4, 1)), 0.5 + 0.5 + 0.5);
  });

  it("Stacking does not trust a learner that only memorises its samples", () => {
    const byHeart: Learner<readonly (readonly [string, number])[]> = {
      name: "by heart",
      fit: ({ x, y }) =>
        Array.from(y, (label, row) => [String(x.values.at(x.starts[row] ?? 0)), label] as const),
      compile: (model) => {
        const known = new Map(model);
        return (row) => known.get(String(row.values[0])) ?? 0;
      },
    };
    const list = Array.from({ length: 40 }, (_, n) => ({ x: [n + 1, n % 2], y: n % 2 }));
    const learner = stacking({ ...rule, learners: [byHeart, column(1)] });
    const { coefficients } = learner.fit(samplesOf(list, 2));
    assert.ok((coefficients[0] ?? 1) < 0.01, String(coefficients));
    assert.ok((coefficients[1] ?? 0) > 0.9, String(coefficients));
  });
});

const learners = [
  regressionStump({ minLeafRows: 1 }),
  regressionTree({ maxDepth: 3, minLeafRows: 1 }),
];
learnerContract("stacking", () => stacking({ ...rule, learners }), {
  weightIsCount: false,
});
