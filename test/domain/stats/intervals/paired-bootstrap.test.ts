import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  pairedBootstrap,
  ratioOfMeans,
} from "../../../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { hashToUnit } from "../../../../lib/domain/stats/random/random.ts";
import {
  bootstrapMean,
  differenceOfMeans,
} from "../../../../peers/commands/compare/summarise-comparisons.ts";

describe("paired bootstrap", () => {
  it("The paired bootstrap has no spread when all pairs agree, however much they vary", () => {
    const pairs = [1, 5, 9].map((b): [number, number] => [2 * b, b]);
    const { estimate, low, high } = pairedBootstrap(pairs, ratioOfMeans, 1);
    assert.deepEqual([estimate, low, high], [2, 2, 2]);
  });

  it("The paired bootstrap interval contains the estimate and is the same under the same seed", () => {
    const pairs = [3, 1, 4, 1, 5, 9, 2, 6].map((a, index): [number, number] => [a, index]);
    const interval = pairedBootstrap(pairs, differenceOfMeans, 7);
    assert.ok(interval.low < interval.estimate && interval.estimate < interval.high);
    assert.deepEqual(pairedBootstrap(pairs, differenceOfMeans, 7), interval);
  });

  it("The paired bootstrap interval leaves out a fortieth of 2,000 resamples at either end", () => {
    let resample = 0;
    const interval = pairedBootstrap([[0, 0]], () => resample++, 1);
    // The first 2,000 calls are the resamples: ranks 0.025 · 1,999 and 0.975 · 1,999, rounded.
    assert.deepEqual(interval, { estimate: 2_000, low: 50, high: 1_949 });
  });

  it("The paired bootstrap leaves out resamples in which a ratio has no second value", () => {
    const pairs: [number, number][] = [
      [1, 0],
      [0.5, 0],
      [0.2, 0.1],
    ];
    const { low, high } = pairedBootstrap(pairs, ratioOfMeans, 1);
    assert.ok(low >= 2 && high < Infinity);
    const none = pairedBootstrap([[1, 0]], ratioOfMeans, 1);
    assert.deepEqual([none.low, none.high], [Number.NaN, Number.NaN]);
  });

  it("The paired bootstrap covers a known difference about as often as it states", () => {
    const trials = 100;
    let covered = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      const pairs = Array.from({ length: 40 }, (_, index): [number, number] => {
        const b = hashToUnit(trial, `b${index}`);
        return [b + 0.5 + hashToUnit(trial, `a${index}`), b];
      });
      const { low, high } = pairedBootstrap(pairs, differenceOfMeans, trial);
      if (low <= 1 && 1 <= high) covered += 1;
    }
    assert.ok(covered >= 88 && covered < trials, String(covered));
  });

  it("The paired bootstrap contains the mean difference, which is 0 between equal treatments", () => {
    const share = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
    const pairs = fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 12 });
    // Sums of fractions in another order differ in their last digits.
    const near = 1e-12;
    const property = fc.property(pairs, fc.nat(), (pairs, seed) => {
      const { estimate, low, high } = pairedBootstrap(pairs, differenceOfMeans, seed);
      assert.ok(low <= estimate + near && estimate <= high + near);
      const same = pairs.map(([a]): [number, number] => [a, a]);
      assert.deepEqual(pairedBootstrap(same, differenceOfMeans, seed), {
        ...{ estimate: 0, low: 0, high: 0 },
      });
    });
    fc.assert(property, { seed: 1, numRuns: 40 });
  });

  it("The bootstrap mean of one treatment gives its estimate and interval from the same resamples", () => {
    const values = [0.2, 0.4, 0.9];
    const { estimate, low, high } = bootstrapMean(values, 3);
    assert.ok(Math.abs(estimate - 0.5) < 1e-12);
    assert.ok(low >= 0.2 && low < estimate && high > estimate && high <= 0.9);
    assert.deepEqual(bootstrapMean([0.3], 3), { estimate: 0.3, low: 0.3, high: 0.3 });
  });
});
