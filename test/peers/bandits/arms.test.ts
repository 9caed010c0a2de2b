import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { GroupCount } from "../../../lib/domain/methods/group-tally.ts";
import {
  compileCounts,
  countArms,
  drawnSince,
  FIRST,
  hasGrown,
  priorityWithin,
  upperConfidence,
  weightOf,
} from "../../../peers/bandits/arms.ts";
import { aMiss, aVisit } from "../../support/some-evidence.ts";

const aCount = (parts: Partial<GroupCount>): GroupCount => {
  return { waiting: 1, misses: 0, pages: 0, targets: 0, utility: 0, types: new Map(), ...parts };
};

describe("arms of a bandit", () => {
  it("An arm's bound is its mean reward and c · √(ln t ÷ n)", () => {
    // 3 ÷ 4 + 2√2 · √(ln 10 ÷ 4)
    const bound = upperConfidence({ draws: 4, reward: 3 }, 10, 2 * Math.SQRT2);
    assert.equal(bound.toFixed(4), "2.8960");
    assert.equal(upperConfidence({ draws: 1, reward: 5 }, 1, 9), 5);
  });

  it("The bound of an arm that was never drawn is infinite, and its weight above all others", () => {
    const never = weightOf(upperConfidence({ draws: 0, reward: 0 }, 7, 1));
    assert.ok(never > weightOf(1e6) && never < FIRST);
  });

  it("Weights keep the order of values, and the place of a link within its arm never outweighs it", () => {
    const value = fc.double({ min: 0, max: 1_000, noNaN: true });
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    const property = fc.property(value, value, place, place, (one, other, high, low) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      assert.ok(weightOf(less) <= weightOf(more) && weightOf(more) < FIRST / 2);
      // Values that differ by a thousandth and more.
      fc.pre(weightOf(more) > weightOf(less) * (1 + 2 ** -19));
      assert.ok(priorityWithin(low) * weightOf(more) > priorityWithin(high) * weightOf(less));
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });

  it("Results of before and after a training add up", () => {
    const evidence = {
      visits: [aVisit("a", "", { isTarget: true, group: "x" }), aVisit("b", "", { group: "x" })],
      misses: [{ ...aMiss("c", 0), group: "y" }],
    };
    const counts = countArms(evidence, ({ group }) => group);
    assert.deepEqual(counts, {
      x: { pages: 2, targets: 1, misses: 0 },
      y: { pages: 0, targets: 0, misses: 1 },
    });
    const groups = new Map([["x", aCount({ pages: 3, targets: 3, misses: 2 })]]);
    const resultsOf = compileCounts(counts);
    assert.deepEqual(resultsOf("x", { groups }), { pages: 5, targets: 4, misses: 2 });
    assert.deepEqual(resultsOf("constructor", { groups }), { pages: 0, targets: 0, misses: 0 });
    assert.equal(drawnSince({ groups }), 5);
  });

  it("A training is due after ten more pages, and later when the crawl has grown by a quarter", () => {
    const isDue = (pages: number, pagesAtTraining: number) =>
      hasGrown({ pages, pagesAtTraining, drawn: pages, layerDone: false, types: new Map() });
    assert.deepEqual(
      [isDue(9, 0), isDue(10, 0), isDue(19, 10), isDue(20, 10)],
      [false, true, false, true],
    );
    assert.deepEqual([isDue(124, 100), isDue(125, 100)], [false, true]);
  });
});
