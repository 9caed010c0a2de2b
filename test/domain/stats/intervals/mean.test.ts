import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mean } from "../../../../lib/domain/stats/intervals/paired-bootstrap.ts";

describe("mean", () => {
  it("The mean of no numbers is NaN", () => {
    assert.equal(mean([1, 2, 6]), 3);
    assert.equal(mean([]), Number.NaN);
  });
});
