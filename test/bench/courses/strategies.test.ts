import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { correctionsOf } from "../../../bench/courses/strategies.ts";

const changesOf = (form: Parameters<typeof correctionsOf>[0]) =>
  correctionsOf(form).map((contestant) => ("strategy" in contestant ? contestant.strategy : ""));

describe("corrections that are tried", () => {
  it("The tried forms are the unchanged one, then each correction switched off or on", () => {
    assert.deepEqual(changesOf("link-distance"), [
      "link-distance",
      "link-distance:depthPenalty=0",
      "link-distance:branchDiscount=0.2",
      "link-distance:siblingShortfall=0.2",
      "link-distance:online=false",
      "link-distance:selfTraining=false",
    ]);
  });

  it("The tried forms contain only corrections that the strategy knows", () => {
    assert.deepEqual(changesOf("published-link-distance").slice(1), [
      "published-link-distance:depthPenalty=0.05",
      "published-link-distance:branchDiscount=0.2",
      "published-link-distance:siblingShortfall=0.2",
      "published-link-distance:confidence=1",
      "published-link-distance:selfTraining=false",
    ]);
  });
});
