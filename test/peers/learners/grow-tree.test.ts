import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { growTree, treePredictor } from "../../../peers/learners/grow-tree.ts";
import { sortedEntries } from "../../../peers/learners/sorted-entries.ts";
import { rowOfNumbers, samplesOf, type WrittenSample } from "../../contract/learner.ts";

const treeSamples = (list: readonly WrittenSample[], width: number) => {
  const { x, y, weights } = samplesOf(list, width);
  return { entries: sortedEntries(x), y, weights };
};

/** An “and” of two features: no single split explains it. */
const both: readonly WrittenSample[] = [
  { x: [0, 0], y: 0 },
  { x: [0, 1], y: 0 },
  { x: [1, 0], y: 0 },
  { x: [1, 1], y: 1 },
];

describe("a tree", () => {
  it("A regression tree is stored in preorder: worked by hand", () => {
    const tree = growTree(treeSamples(both, 2), { maxDepth: 2, minLeafRows: 1 });
    assert.deepEqual(tree, {
      columns: [0, -1, 1, -1, -1],
      numbers: [0.5, 0, 0.5, 0, 1],
      rights: [2, 0, 4, 0, 0],
    });
    const predict = treePredictor(tree);
    for (const { x, y } of both) assert.equal(predict(rowOfNumbers(...x)), y);
  });

  it("A regression tree is no deeper than allowed", () => {
    const tree = growTree(treeSamples(both, 2), { maxDepth: 1, minLeafRows: 1 });
    assert.deepEqual(tree, { columns: [0, -1, -1], numbers: [0.5, 0, 0.5], rights: [2, 0, 0] });
    const leaf = growTree(treeSamples(both, 2), { maxDepth: 0, minLeafRows: 1 });
    assert.deepEqual(leaf, { columns: [-1], numbers: [0.25], rights: [0] });
  });

  it("A regression tree sends values below a negative threshold left, and rows without the column right", () => {
    const list = [-3, -3, -1, 0].map((value, at) => ({ x: [value], y: at < 2 ? 1 : 0 }));
    const predict = treePredictor(growTree(treeSamples(list, 1), { maxDepth: 3, minLeafRows: 1 }));
    assert.deepEqual(
      [-9, -2, -1.9, 0, 5].map((value) => predict(rowOfNumbers(value))),
      [1, 1, 0, 0, 0],
    );
  });

  it("A regression tree without limits fits any labels that its rows can distinguish", () => {
    const lists = fc.uniqueArray(fc.tuple(fc.integer({ min: -8, max: 8 }), fc.nat({ max: 8 })), {
      selector: ([value]) => value,
    });
    const property = fc.property(lists, (pairs) => {
      const list = pairs.map(([value, y]) => ({ x: [value], y: y / 8 }));
      const predict = treePredictor(
        growTree(treeSamples(list, 1), { maxDepth: 20, minLeafRows: 1 }),
      );
      for (const { x, y } of list) assert.ok(Math.abs(predict(rowOfNumbers(...x)) - y) < 1e-9);
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("A regression tree tries only the columns that it drew among those with an entry", () => {
    const list = [
      { x: [0, 0, 0, 1, 0], y: 0 },
      { x: [0, 1, 0, 1, 0], y: 1 },
      { x: [0, 1, 0, 0, 0], y: 1 },
    ];
    const firstColumn = (seed: number, count: number) => {
      const draw = { seed, tried: () => count };
      const samples = treeSamples(list, 5);
      return growTree(samples, { maxDepth: 1, minLeafRows: 1, draw }).columns[0];
    };
    const seeds = Array.from({ length: 40 }, (_, seed) => seed);
    assert.deepEqual(new Set(seeds.map((seed) => firstColumn(seed, 1))), new Set([1, 3]));
    assert.deepEqual(new Set(seeds.map((seed) => firstColumn(seed, 2))), new Set([1]));
  });

  it("A regression tree draws columns again at every node", () => {
    let draws = 0;
    const draw = {
      seed: 1,
      tried: () => {
        draws += 1;
        return draws === 1 ? 2 : 0;
      },
    };
    const tree = growTree(treeSamples(both, 2), { maxDepth: 2, minLeafRows: 1, draw });
    assert.deepEqual(tree.columns, [0, -1, -1]);
    assert.equal(draws, 2);
  });
});
