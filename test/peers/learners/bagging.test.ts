import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bagging } from "../../../peers/learners/create-learner.ts";
import { assertNear, learnerContract, rowOfNumbers, samplesOf } from "../../contract/learner.ts";

const rule = { trees: 10, maxDepth: 4, minLeafRows: 1, seed: 1 };

describe("bagging", () => {
  it("Bagging tries all columns, so that a column that determines the label is at every root", () => {
    const list = Array.from({ length: 30 }, (_, n) => ({
      x: [n % 2, n % 3, n % 5, n % 7],
      y: n % 3 === 0 ? 1 : 0,
    }));
    const { trees } = bagging(rule).fit(samplesOf(list, 4));
    assert.deepEqual(
      trees.map(({ columns }) => columns[0]),
      trees.map(() => 1),
    );
  });

  it("Bagging is undecided where its trees disagree", () => {
    const list = Array.from({ length: 40 }, (_, n) => ({ x: [n + 1], y: n < 20 ? 0 : 1 }));
    const samples = samplesOf(list, 1);
    const learner = bagging({ ...rule, trees: 200 });
    const predict = learner.compile(learner.fit(samples));
    assertNear(predict(rowOfNumbers(15)), 0);
    assertNear(predict(rowOfNumbers(26)), 1);
    // The cut of a tree lies between the drawn rows around 20.5: there the trees disagree.
    const middle = predict(rowOfNumbers(20.5));
    assert.ok(middle > 0.1 && middle < 0.9, String(middle));
  });
});

learnerContract("bagging", () => bagging(rule), { weightIsCount: false });
