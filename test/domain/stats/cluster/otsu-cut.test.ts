import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { otsuCut, separationOf } from "../../../../lib/domain/stats/cluster/clustering.ts";

/** Variance between the groups that a cut makes, times n². */
function between(values: readonly number[], cut: number): number {
  const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length;
  const low = values.filter((value) => value < cut);
  const high = values.filter((value) => value >= cut);
  return low.length * high.length * (mean(low) - mean(high)) ** 2;
}

describe("Otsu's cut", () => {
  it("Otsu's cut lies half-way between two groups", () => {
    assert.equal(otsuCut([0, 1, 9, 10, 11, 1]), 5);
  });

  it("Otsu's cut divides values between which there is no other number", () => {
    const [low, high] = [1 - 2 ** -52, 1 - 2 ** -53];
    assert.equal(otsuCut([low, low, high, high]), high);
    assert.equal(
      separationOf([
        [low, low],
        [high, high],
      ]),
      1,
    );
  });

  it("Otsu's cut is none when all values are equal", () => {
    assert.equal(otsuCut([]), undefined);
    assert.equal(otsuCut([3]), undefined);
    assert.equal(otsuCut([3, 3, 3]), undefined);
  });

  it("Otsu's cut splits the values with the greatest variance between groups", () => {
    const values = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 2, maxLength: 30 });
    const property = fc.property(values, (list) => {
      const cut = otsuCut(list);
      if (cut === undefined) return;
      const best = between(list, cut);
      for (let other = 0.5; other < 50; other += 1) {
        const rival = between(list, other);
        if (!Number.isNaN(rival)) assert.ok(rival <= best * (1 + 1e-9), `${other}`);
      }
    });
    fc.assert(property, { seed: 1 });
  });

  it("The separation of groups is 1 where each has equal values, 0 of equal values, and greater at Otsu's cut than beside it", () => {
    assert.equal(
      separationOf([
        [1, 1],
        [9, 9, 9],
      ]),
      1,
    );
    assert.equal(separationOf([[3], [3, 3]]), 0);
    // Sides with means 1 and 10 around 5.5: 162 of 166.
    assert.ok(
      Math.abs(
        separationOf([
          [0, 2, 1, 1],
          [9, 11, 10, 10],
        ]) -
          162 / 166,
      ) < 1e-12,
    );
    assert.ok(
      separationOf([
        [0, 2, 1, 1, 9],
        [11, 10, 10],
      ]) <
        162 / 166,
    );
  });
});
