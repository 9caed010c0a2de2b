import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sampleSizeFor } from "../../../peers/sampling/sample-size.ts";

describe("the pages of a sample", () => {
  it("The sample size is a fifth of the budget", () => {
    assert.equal(sampleSizeFor("target", 500), 100);
    assert.equal(sampleSizeFor("target", 504), 100);
  });

  it("The sample size is at least 40 and at most 200 for a target or 100 for content", () => {
    assert.equal(sampleSizeFor("target", 10), 40);
    assert.equal(sampleSizeFor("target", 5_000), 200);
    assert.equal(sampleSizeFor("ucc", 10), 40);
    assert.equal(sampleSizeFor("ucc", 5_000), 100);
  });

  it("The sample size is 200 when no budget bounds the crawl", () => {
    assert.equal(sampleSizeFor("target", Infinity), 200);
    assert.equal(sampleSizeFor("ucc", Infinity), 200);
  });
});
