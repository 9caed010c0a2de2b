import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hashToUnit } from "../../../lib/domain/chance/hash-to-unit.ts";
import { pairedBootstrap, ratioOfMeans } from "../../../lib/domain/metrics/paired-bootstrap.ts";

const meanDifference = (pairs: readonly (readonly [number, number])[]) =>
  pairs.reduce((sum, [a, b]) => sum + a - b, 0) / pairs.length;

describe("paired bootstrap", () => {
  it("has no spread where all pairs say the same, however they vary", () => {
    const pairs = [1, 5, 9].map((b): [number, number] => [2 * b, b]);
    const { estimate, low, high } = pairedBootstrap(pairs, ratioOfMeans, 1);
    assert.deepEqual([estimate, low, high], [2, 2, 2]);
  });

  it("holds the estimate, and is the same under the same seed", () => {
    const pairs = [3, 1, 4, 1, 5, 9, 2, 6].map((a, index): [number, number] => [a, index]);
    const interval = pairedBootstrap(pairs, meanDifference, 7);
    assert.ok(interval.low < interval.estimate && interval.estimate < interval.high);
    assert.deepEqual(pairedBootstrap(pairs, meanDifference, 7), interval);
  });

  it("leaves out resamples in which a ratio has no second value", () => {
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

  it("covers a known difference about as often as it says", () => {
    const trials = 100;
    let covered = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      const pairs = Array.from({ length: 40 }, (_, index): [number, number] => {
        const b = hashToUnit(trial, `b${index}`);
        return [b + 0.5 + hashToUnit(trial, `a${index}`), b];
      });
      const { low, high } = pairedBootstrap(pairs, meanDifference, trial);
      if (low <= 1 && 1 <= high) covered += 1;
    }
    assert.ok(covered >= 88 && covered < trials, String(covered));
  });
});
