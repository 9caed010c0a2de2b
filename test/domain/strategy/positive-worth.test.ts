import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { positiveWorth } from "../../../lib/domain/strategy/positive-worth.ts";

describe("worth above 0", () => {
  it("is the prediction from a hundredth on, also above 1", () => {
    for (const prediction of [0.01, 0.5, 1, 1.5])
      assert.equal(positiveWorth(prediction), prediction);
  });

  it("falls by e for each hundredth below that, and comes to no end", () => {
    assert.ok(Math.abs(positiveWorth(0) - 0.01 / Math.E) < 1e-12);
    assert.ok(Math.abs(positiveWorth(-0.01) - 0.01 / Math.E ** 2) < 1e-12);
    assert.ok(positiveWorth(-2) > 0 && positiveWorth(-2) > positiveWorth(-2.1));
  });
});
