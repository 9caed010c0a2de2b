import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { keepGreatest } from "../../../lib/domain/stats/sorted.ts";

interface Sized {
  readonly size: number;
  readonly turn: number;
}

/** What is kept of items that come in this order. */
function greatest(sizes: readonly number[], most: number): Sized[] {
  const kept: Sized[] = [];
  for (const [turn, size] of sizes.entries())
    keepGreatest(kept, { size, turn }, most, (item) => item.size);
  return kept;
}

describe("the greatest that are kept", () => {
  it("The greatest kept items are ordered from greatest to least, and equal ones by arrival", () => {
    const kept = greatest([1, 3, 2, 3], 3).map(({ size, turn }) => [size, turn]);
    assert.deepEqual(kept, [
      [3, 1],
      [3, 3],
      [2, 2],
    ]);
  });

  it("The greatest kept items are the same as after sorting all items", () => {
    const property = fc.property(
      fc.array(fc.nat({ max: 9 }), { maxLength: 30 }),
      fc.integer({ min: 0, max: 6 }),
      (sizes, most) => {
        const all = sizes.map((size, turn) => ({ size, turn }));
        const sorted = all.toSorted((a, b) => b.size - a.size || a.turn - b.turn);
        assert.deepEqual(greatest(sizes, most), sorted.slice(0, most));
      },
    );
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
