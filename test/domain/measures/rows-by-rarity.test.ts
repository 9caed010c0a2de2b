import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { unitRowsByRarity } from "../../../lib/domain/measures/document-overlap.ts";
import {
  rowOf,
  type SparseRows,
  sparseRows,
} from "../../../lib/domain/stats/vector/sparse-rows.ts";

/** Rows given as columns with their values. */
function rows(width: number, ...given: readonly (readonly (readonly [number, number])[])[]) {
  const vectors = given.map((entries) => ({
    columns: Int32Array.from(entries, ([column]) => column),
    values: Float64Array.from(entries, ([, value]) => value),
  }));
  return sparseRows(vectors, width);
}

const entriesOf = (x: SparseRows, row: number) => {
  const { columns, values } = rowOf(x, row);
  return Array.from(columns, (column, at) => [column, values[at]]);
};

describe("unit rows by rarity", () => {
  // Of all rows three have column 0, two column 1, one column 2.
  const ours = rows(
    3,
    [
      [0, 3],
      [1, 4],
    ],
    [[0, 7]],
  );
  const theirs = rows(
    3,
    [
      [0, 4],
      [1, 4],
      [2, 7],
    ],
    [],
  );

  it("Unit rows by rarity number the columns with the fewest rows in both sets first", () => {
    const [first, second] = unitRowsByRarity(ours, theirs);
    assert.deepEqual(entriesOf(first, 1), [[2, 1]]);
    assert.deepEqual([...rowOf(second, 0).columns], [0, 1, 2]);
  });

  it("Unit rows by rarity number columns of equal rarity in their old order", () => {
    const numbered = [1, 2, 3, 4, 5].map((value, column): [number, number] => [column, value]);
    const some = [0, 1, 3].map((column): [number, number] => [column, 1]);
    // One row has the columns 2 and 4, two rows 0 and 3, three rows 1.
    const [first] = unitRowsByRarity(rows(5, numbered, some), rows(5, [[1, 1]]));
    const values = entriesOf(first, 0).map(([, value = 0]) => Math.round(value * Math.sqrt(55)));
    assert.deepEqual(values, [3, 5, 1, 4, 2]);
  });

  it("Unit rows by rarity have length 1, except for empty rows", () => {
    const [first, second] = unitRowsByRarity(ours, theirs);
    assert.deepEqual(entriesOf(first, 0), [
      [1, 4 / 5],
      [2, 3 / 5],
    ]);
    assert.deepEqual(entriesOf(second, 0), [
      [0, 7 / 9],
      [1, 4 / 9],
      [2, 4 / 9],
    ]);
    assert.deepEqual(entriesOf(second, 1), []);
  });

  it("Unit rows by rarity have the width of the wider set", () => {
    const [first, second] = unitRowsByRarity(
      rows(1, [[0, 2]]),
      rows(2, [
        [0, 1],
        [1, 1],
      ]),
    );
    assert.deepEqual([first.width, second.width], [2, 2]);
  });
});
