import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { priorAt } from "../../../../lib/domain/methods/auto/link-prior.ts";

const PRIOR = { "depth 1": -0.2, "worth 4": 0.1 };

describe("the prior of links", () => {
  it("It counts in full for twenty pages, and then less in proportion", () => {
    const at = (pages: number) => priorAt(pages, { prior: PRIOR, isByTopic: false });
    assert.deepEqual(at(0), PRIOR);
    assert.deepEqual(at(20), PRIOR);
    assert.deepEqual(at(40), { "depth 1": -0.1, "worth 4": 0.05 });
  });

  it("From a topic alone a link is worth half of what its page is, in addition, and that fades, too", () => {
    const at = (pages: number) => priorAt(pages, { prior: PRIOR, isByTopic: true });
    assert.deepEqual(at(10), {
      "depth 1": -0.2,
      "worth 0": 0,
      "worth 1": 0.125,
      "worth 2": 0.25,
      "worth 3": 0.375,
      "worth 4": 0.6,
    });
    assert.equal(at(80)["worth 2"], 0.0625);
  });
});
