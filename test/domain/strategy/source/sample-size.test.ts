import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sampleSizeFor } from "../../../../lib/domain/strategy/source/sample-size.ts";

describe("the pages of a sample", () => {
  it("are a fifth of the budget", () => {
    assert.equal(sampleSizeFor("target", 500), 100);
    assert.equal(sampleSizeFor("target", 504), 100);
  });

  it("are 40 at least, for a target 200 at most, for content 100", () => {
    assert.equal(sampleSizeFor("target", 10), 40);
    assert.equal(sampleSizeFor("target", 5_000), 200);
    assert.equal(sampleSizeFor("ucc", 10), 40);
    assert.equal(sampleSizeFor("ucc", 5_000), 100);
  });

  it("are 200 where no budget bounds the crawl", () => {
    assert.equal(sampleSizeFor("target", Infinity), 200);
    assert.equal(sampleSizeFor("ucc", Infinity), 200);
  });
});
