import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { bestSplit, type Split } from "../../../peers/learners/best-split.ts";
import { rootNode } from "../../../peers/learners/grow-tree.ts";
import { sortedEntries } from "../../../peers/learners/sorted-entries.ts";
import { rowsOfDense } from "../../support/dense-rows.ts";

interface Row {
  readonly x: readonly number[];
  readonly y: number;
  readonly weight?: number;
}

function splitOf(list: readonly Row[], minLeafRows = 1): Split | undefined {
  const width = list[0]?.x.length ?? 1;
  const x = rowsOfDense(Float64Array.from(list.flatMap((row) => row.x)), width);
  const weights = Float64Array.from(list, ({ weight }) => weight ?? 1);
  const sums = Float64Array.from(list, ({ y, weight }) => y * (weight ?? 1));
  const entries = sortedEntries(x);
  const node = rootNode(entries, weights);
  return bestSplit(entries, { weights, sums }, node, { minLeafRows, minGain: 1e-9 });
}

/** One column. */
const column = (...pairs: readonly (readonly [x: number, y: number])[]): Row[] =>
  pairs.map(([x, y]) => ({ x: [x], y }));

describe("the best split", () => {
  it("The best split separates rows without an entry from rows with one", () => {
    // Mean 1/2, squares 1; after the split both sides are pure.
    assert.deepEqual(splitOf(column([0, 0], [0, 0], [1, 1], [1, 1])), {
      ...{ column: 0, threshold: 0.5, gain: 1, left: 0, right: 1 },
    });
  });

  it("The best split lies between two values: worked by hand", () => {
    // Squares about the mean 4: 9 + 4 + 1 + 4 + 16 = 34; about 2 and 7: 2 + 2.
    const rows = column([1, 1], [2, 2], [3, 3], [5, 6], [9, 8]);
    assert.deepEqual(splitOf(rows), { column: 0, threshold: 4, gain: 30, left: 2, right: 7 });
  });

  it("The best split handles zeros between negative and positive values", () => {
    const ends = column([-2, 1], [-2, 1], [0, 0], [0, 0], [3, 0]);
    assert.deepEqual([splitOf(ends)?.threshold, splitOf(ends)?.left], [-1, 1]);
    const above = column([-2, 0], [-1, 0], [0, 0], [3, 1]);
    assert.deepEqual([splitOf(above)?.threshold, splitOf(above)?.right], [1.5, 1]);
    const below = column([-4, 0], [-2, 1], [-2, 1]);
    assert.deepEqual([splitOf(below)?.threshold, splitOf(below)?.right], [-3, 1]);
    const noneAbove = column([-4, 0], [0, 1], [0, 1]);
    assert.deepEqual([splitOf(noneAbove)?.threshold, splitOf(noneAbove)?.right], [-2, 1]);
  });

  it("The best split uses row weights: worked by hand", () => {
    // Of the weight 3 at label 1 and 1 at label 0 on the left the mean is 3/4, and 1/4 on the right.
    const rows: Row[] = [
      ...[3, 1].map((weight, y) => ({ x: [0], y: 1 - y, weight })),
      ...[1, 3].map((weight, y) => ({ x: [1], y: 1 - y, weight })),
    ];
    // 4·(1/4)² + 4·(1/4)² about the mean 1/2.
    assert.deepEqual(splitOf(rows), {
      column: 0,
      threshold: 0.5,
      gain: 0.5,
      left: 0.75,
      right: 0.25,
    });
  });

  it("The best split takes the lowest of equal columns and of equal thresholds", () => {
    const twins = column([0, 0], [1, 1]).map(({ x, y }) => ({ x: [0, ...x, ...x], y }));
    assert.equal(splitOf(twins)?.column, 1);
    assert.equal(splitOf(column([1, 1], [2, 0], [3, 1]))?.threshold, 1.5);
  });

  it("The best split leaves the required number of rows on either side", () => {
    const rows = column([1, 9], [2, 0], [3, 1], [4, 1]);
    assert.equal(splitOf(rows, 1)?.threshold, 1.5);
    assert.equal(splitOf(rows, 2)?.threshold, 2.5);
    assert.equal(splitOf(rows, 3), undefined);
  });

  it("The best split is none when no column predicts the labels", () => {
    assert.equal(splitOf([]), undefined);
    assert.equal(splitOf(column([1, 0.3])), undefined);
    assert.equal(splitOf(column([1, 0.3], [2, 0.3], [0, 0.3])), undefined);
    assert.equal(splitOf(column([1, 0], [1, 1])), undefined);
  });

  it("The best split keeps its threshold below the higher value, however close the two are", () => {
    // Their middle would be rounded to the higher one, which is even.
    const [low, high] = [1 + Number.EPSILON, 1 + 2 * Number.EPSILON];
    assert.equal(splitOf(column([low, 0], [high, 1]))?.threshold, low);
  });

  it("The best split gains as much as the best cut of an exhaustive search", () => {
    const rows = fc.array(
      fc.record({
        x: fc.array(fc.constantFrom(0, 0, 0, 1, 2, -1, -0.5), { minLength: 3, maxLength: 3 }),
        y: fc.constantFrom(0, 0.25, 0.5, 1),
        weight: fc.constantFrom(0, 0.5, 1, 2),
      }),
      { maxLength: 12 },
    );
    const property = fc.property(rows, fc.integer({ min: 1, max: 3 }), (list, minLeafRows) => {
      const heavy = list.filter(({ weight }) => weight > 0);
      const [got, wanted] = [splitOf(list, minLeafRows)?.gain ?? 0, bestGain(heavy, minLeafRows)];
      assert.ok(Math.abs(got - wanted) < 1e-8, `${got} ≠ ${wanted}`);
    });
    fc.assert(property, { seed: 1, numRuns: 500 });
  });
});

function bestGain(rows: readonly Row[], minLeafRows: number): number {
  const cuts = [0, 1, 2].flatMap((column) =>
    rows.map(
      ({ x }) =>
        (row: Row) =>
          (row.x[column] ?? 0) <= (x[column] ?? 0),
    ),
  );
  const gains = cuts.map((isLeft) => {
    const left = rows.filter(isLeft);
    const right = rows.filter((row) => !isLeft(row));
    if (Math.min(left.length, right.length) < minLeafRows) return 0;
    return squares(rows) - squares(left) - squares(right);
  });
  return Math.max(0, ...gains);
}

function squares(rows: readonly Row[]): number {
  const total = rows.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const mean = rows.reduce((sum, { y, weight = 1 }) => sum + weight * y, 0) / total;
  return rows.reduce((sum, { y, weight = 1 }) => sum + weight * (y - mean) ** 2, 0);
}
