import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  calibrationError,
  reliabilityBins,
} from "../../../../lib/domain/stats/intervals/prediction-quality.ts";

const binsOf = (pairs: readonly (readonly [number, number])[], bins?: number) =>
  reliabilityBins(
    Float64Array.from(pairs, ([prediction]) => prediction),
    Float64Array.from(pairs, ([, label]) => label),
    bins,
  );

describe("calibration", () => {
  const pairs = [
    [0.25, 0],
    [0, 1],
    [0.75, 1],
    [1, 1],
    [0.5, 0],
  ] as const;

  it("Calibration compares mean prediction and mean label bin by bin", () => {
    assert.deepEqual(binsOf(pairs, 2), [
      { predicted: 0.125, observed: 0.5, count: 2 },
      { predicted: 0.75, observed: 2 / 3, count: 3 },
    ]);
  });

  it("Calibration leaves empty bins out and closes the last one", () => {
    assert.deepEqual(
      binsOf(pairs).map(({ predicted }) => predicted),
      [0, 0.25, 0.5, 0.75, 1],
    );
    assert.deepEqual(
      binsOf([
        [1.5, 1],
        [-0.5, 0],
      ]).map(({ predicted }) => predicted),
      [-0.5, 1.5],
    );
  });

  it("The calibration error is the mean distance of the bins, weighted by their cases", () => {
    const error = (2 * 0.375 + 3 * (0.75 - 2 / 3)) / 5;
    assert.ok(Math.abs(calibrationError(binsOf(pairs, 2)) - error) < 1e-12);
    assert.equal(calibrationError([]), 0);
  });

  it("Calibration loses no case and has no error when every label equals its prediction", () => {
    const property = fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (all) => {
      const bins = binsOf(all.map((each) => [each, each]));
      assert.equal(
        bins.reduce((sum, { count }) => sum + count, 0),
        all.length,
      );
      assert.equal(calibrationError(bins), 0);
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
  });
});
