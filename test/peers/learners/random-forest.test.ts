import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { treePredictor } from "../../../peers/learners/grow-tree.ts";
import {
  type ForestModel,
  outOfBagError,
  outOfBagPredictions,
  randomForest,
  treePredictors,
} from "../../../peers/learners/random-forest.ts";
import { assertNear, learnerContract, rowOfNumbers, samplesOf } from "../../contract/learner.ts";

const rule = { trees: 20, maxDepth: 4, minLeafRows: 1, tried: Math.sqrt, seed: 1 };

/** Two features that say the same. */
const twins = samplesOf(
  Array.from({ length: 30 }, (_, n) => ({ x: [n % 2, n % 2], y: n % 2 })),
  2,
);

describe("a random forest", () => {
  it("A random forest gives features with the same information equal influence", () => {
    const { trees } = randomForest({ ...rule, trees: 100, tried: () => 1 }).fit(twins);
    const first = trees.filter(({ columns }) => columns[0] === 0).length;
    assert.ok(first > 30 && first < 70, String(first));
  });

  it("A random forest predicts the mean of its trees, which can also be asked one by one", () => {
    const leaf = (number: number) => ({ columns: [-1], numbers: [number], rights: [0] });
    const model = { trees: [leaf(0), leaf(0.25), leaf(0.5)] };
    assert.equal(randomForest(rule).compile(model)(rowOfNumbers(1)), 0.25);
    const predictions = treePredictors(model).map((predict) => predict(rowOfNumbers(1)));
    assert.deepEqual(predictions, [0, 0.25, 0.5]);
  });

  it("A random forest draws rows with replacement: a tree sees about 1 − 1/e of them", () => {
    // One row has the label 1: the trees that can tell it are those that drew it.
    const list = Array.from({ length: 100 }, (_, n) => ({
      x: [n === 0 ? 1 : 0],
      y: n === 0 ? 1 : 0,
    }));
    const { trees } = randomForest({ ...rule, trees: 500 }).fit(samplesOf(list, 1));
    const saw = trees.filter((tree) => treePredictor(tree)(rowOfNumbers(1)) === 1).length;
    assert.ok(Math.abs(saw / 500 - (1 - 1 / Math.E)) < 0.06, String(saw));
  });

  it("A random forest counts a row as often as it was drawn: of three rows in thirds", () => {
    const list = [0, 0, 1].map((y) => ({ x: [1], y }));
    const { trees } = randomForest({ ...rule, trees: 60 }).fit(samplesOf(list, 1));
    const thirds = new Set(trees.map(({ numbers }) => ((numbers[0] ?? 0) * 3).toFixed(6)));
    assert.deepEqual(thirds, new Set(["0.000000", "1.000000", "2.000000", "3.000000"]));
  });

  it("A random forest changes with the seed", () => {
    const noisy = samplesOf(
      Array.from({ length: 20 }, (_, n) => ({ x: [n, (n * 7) % 20], y: (n % 4) / 4 })),
      2,
    );
    const other = randomForest({ ...rule, seed: 2 }).fit(noisy);
    assert.notDeepEqual(randomForest(rule).fit(noisy), other);
  });
});

/** A forest whose trees each predict a number of their own, grown by the rule of the tests. */
function tellingTrees(trees: number): ForestModel {
  const leaf = (number: number) => ({ columns: [-1], numbers: [2 ** number], rights: [0] });
  return { trees: Array.from({ length: trees }, (_, number) => leaf(number)) };
}

/**
 * The trees that drew each row, as grown trees show it: a row has a column of its own, so that a tree
 * without a bound knows the label of just the rows that it drew.
 */
function drawnBy(rows: number, trees: number): boolean[][] {
  const list = Array.from({ length: rows }, (_, n) => ({
    x: Array.from({ length: rows }, (_, at) => (at === n ? 1 : 0)),
    y: 2 ** n,
  }));
  const deep = { trees, maxDepth: rows, minLeafRows: 1, seed: rule.seed };
  const grown = treePredictors(randomForest(deep).fit(samplesOf(list, rows)));
  return list.map(({ x, y }) => grown.map((predict) => predict(rowOfNumbers(...x)) === y));
}

describe("out-of-bag predictions", () => {
  it("Out-of-bag predictions use only the trees that did not draw the row", () => {
    const [rows, trees] = [8, 6];
    const drawn = drawnBy(rows, trees);
    const samples = samplesOf(
      Array.from({ length: rows }, () => ({ x: [1], y: 0 })),
      1,
    );
    const predictions = outOfBagPredictions(tellingTrees(trees), samples, rule);
    for (const [row, isDrawn] of drawn.entries()) {
      const others = isDrawn.flatMap((is, number) => (is ? [] : [2 ** number]));
      const sum = others.reduce((total, number) => total + number, 0);
      assert.equal(predictions[row], sum / others.length, `row ${row}`);
    }
  });

  it("Out-of-bag predictions never use a label that only the row itself has", () => {
    const list = Array.from({ length: 30 }, (_, n) => ({
      x: [n === 0 ? 1 : 0],
      y: n === 0 ? 1 : 0,
    }));
    const samples = samplesOf(list, 1);
    const forest = randomForest(rule).fit(samples);
    assert.ok(randomForest(rule).compile(forest)(rowOfNumbers(1)) > 0.3);
    assert.equal(outOfBagPredictions(forest, samples, rule)[0], 0);
  });

  it("Out-of-bag predictions for a row without weight use all trees", () => {
    const samples = samplesOf(
      [
        { x: [1], y: 0 },
        { x: [1], y: 9, weight: 0 },
      ],
      1,
    );
    assert.equal(outOfBagPredictions(tellingTrees(3), samples, rule)[1], (1 + 2 + 4) / 3);
  });

  it("Out-of-bag predictions do not exist for a row that every tree drew, nor does an error", () => {
    const samples = samplesOf([{ x: [1], y: 1 }], 1);
    const predictions = outOfBagPredictions(randomForest(rule).fit(samples), samples, rule);
    assert.deepEqual([...predictions], [Number.NaN]);
    assert.equal(outOfBagError(predictions, samples), undefined);
  });

  it("The out-of-bag error is the weighted mean error of the existing predictions", () => {
    const samples = samplesOf(
      [
        { x: [1], y: 1, weight: 3 },
        { x: [1], y: 0.5 },
        { x: [1], y: 0 },
        { x: [1], y: 0, weight: 0 },
      ],
      1,
    );
    // (3 · 0.5 + 1 · 0.25) ÷ 4
    const error = outOfBagError(Float64Array.of(0.5, 0.75, Number.NaN, 1), samples);
    assertNear(error ?? Number.NaN, 1.75 / 4, 1e-12);
  });
});

learnerContract("random forest", () => randomForest(rule), { weightIsCount: false });
