import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sampleSize } from "../../../../lib/domain/strategy/structure/sample-size.ts";

describe("the pages of a sample", () => {
  it("are a fifth of the budget", () => {
    assert.equal(sampleSize("target", 500), 100);
    assert.equal(sampleSize("target", 504), 100);
  });

  it("are 40 at least, for a target 200 at most, for content 100", () => {
    assert.equal(sampleSize("target", 10), 40);
    assert.equal(sampleSize("target", 5_000), 200);
    assert.equal(sampleSize("ucc", 10), 40);
    assert.equal(sampleSize("ucc", 5_000), 100);
  });

  it("are 200 where no budget bounds the crawl", () => {
    assert.equal(sampleSize("target", Infinity), 200);
    assert.equal(sampleSize("ucc", Infinity), 200);
  });
});
