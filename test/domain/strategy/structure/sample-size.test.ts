import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sampleSize } from "../../../../lib/domain/strategy/structure/sample-size.ts";

describe("the pages of a sample", () => {
  it("The sample size is a fifth of the budget", () => {
    assert.equal(sampleSize("target", 500), 100);
    assert.equal(sampleSize("target", 504), 100);
  });

  it("The sample size is at least 40 and at most 200 for a target or 100 for content", () => {
    assert.equal(sampleSize("target", 10), 40);
    assert.equal(sampleSize("target", 5_000), 200);
    assert.equal(sampleSize("ucc", 10), 40);
    assert.equal(sampleSize("ucc", 5_000), 100);
  });

  it("The sample size is 200 when no budget bounds the crawl", () => {
    assert.equal(sampleSize("target", Infinity), 200);
    assert.equal(sampleSize("ucc", Infinity), 200);
  });
});
