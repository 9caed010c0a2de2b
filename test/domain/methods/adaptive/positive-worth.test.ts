import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { positiveWorth } from "../../../../lib/domain/methods/adaptive/link-estimator.ts";

describe("worth above 0", () => {
  it("A positive score equals the prediction from 0.01 on, even above 1", () => {
    for (const prediction of [0.01, 0.5, 1, 1.5])
      assert.equal(positiveWorth(prediction), prediction);
  });

  it("A positive score falls by a factor of e per 0.01 below that, but never reaches 0", () => {
    assert.ok(Math.abs(positiveWorth(0) - 0.01 / Math.E) < 1e-12);
    assert.ok(Math.abs(positiveWorth(-0.01) - 0.01 / Math.E ** 2) < 1e-12);
    assert.ok(positiveWorth(-2) > 0 && positiveWorth(-2) > positiveWorth(-2.1));
  });
});
