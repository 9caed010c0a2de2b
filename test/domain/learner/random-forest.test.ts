import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { treePredictor } from "../../../lib/domain/learner/grow-tree.ts";
import { randomForest, treePredictors } from "../../../lib/domain/learner/random-forest.ts";
import { learnerContract, rowOfNumbers, samplesOf } from "../../contract/learner.ts";

const rule = { trees: 20, maxDepth: 4, minLeafRows: 1, tried: Math.sqrt, seed: 1 };

/** Two features that say the same. */
const twins = samplesOf(
  Array.from({ length: 30 }, (_, n) => ({ x: [n % 2, n % 2], y: n % 2 })),
  2,
);

describe("a random forest", () => {
  it("gives features that say the same an equal say", () => {
    const { trees } = randomForest({ ...rule, trees: 100, tried: () => 1 }).fit(twins);
    const first = trees.filter(({ columns }) => columns[0] === 0).length;
    assert.ok(first > 30 && first < 70, String(first));
  });

  it("predicts the mean of its trees, each of which can be asked", () => {
    const leaf = (number: number) => ({ columns: [-1], numbers: [number], rights: [0] });
    const model = { trees: [leaf(0), leaf(0.25), leaf(0.5)] };
    assert.equal(randomForest(rule).compile(model)(rowOfNumbers(1)), 0.25);
    const predictions = treePredictors(model).map((predict) => predict(rowOfNumbers(1)));
    assert.deepEqual(predictions, [0, 0.25, 0.5]);
  });

  it("draws rows with replacement: a tree sees about 1 − 1/e of them", () => {
    // One row has the label 1: the trees that can tell it are those that drew it.
    const list = Array.from({ length: 100 }, (_, n) => ({
      x: [n === 0 ? 1 : 0],
      y: n === 0 ? 1 : 0,
    }));
    const { trees } = randomForest({ ...rule, trees: 500 }).fit(samplesOf(list, 1));
    const saw = trees.filter((tree) => treePredictor(tree)(rowOfNumbers(1)) === 1).length;
    assert.ok(Math.abs(saw / 500 - (1 - 1 / Math.E)) < 0.06, String(saw));
  });

  it("counts a row as often as it was drawn: of three rows the share of one is in thirds", () => {
    const list = [0, 0, 1].map((y) => ({ x: [1], y }));
    const { trees } = randomForest({ ...rule, trees: 60 }).fit(samplesOf(list, 1));
    const thirds = new Set(trees.map(({ numbers }) => ((numbers[0] ?? 0) * 3).toFixed(6)));
    assert.deepEqual(thirds, new Set(["0.000000", "1.000000", "2.000000", "3.000000"]));
  });

  it("is another forest under another seed", () => {
    const noisy = samplesOf(
      Array.from({ length: 20 }, (_, n) => ({ x: [n, (n * 7) % 20], y: (n % 4) / 4 })),
      2,
    );
    const other = randomForest({ ...rule, seed: 2 }).fit(noisy);
    assert.notDeepEqual(randomForest(rule).fit(noisy), other);
  });
});

learnerContract("random forest", () => randomForest(rule), { weightIsCount: false });
