import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { replayExtent } from "../../../lib/evaluation/audit/audit-replay.ts";
import type { RunEvent } from "../../../lib/ports/run-log.ts";

const event = (kind: RunEvent["kind"], detail: RunEvent["detail"] = {}): RunEvent => {
  return { at: 0, kind, detail };
};
const started = event("started");
const sampled = event("sampled", { labels: 0, seen: 32 });
const paused = event("paused", { why: "paused" });

describe("the part of a crawl that is made again", () => {
  it("A crawl that ended by itself is made again whole", () => {
    const ended = (why: string) => replayExtent([started, event("finished", { why })], 32);
    assert.deepEqual(ended("frontier-empty"), { isWhole: true, budget: Infinity });
    assert.deepEqual(ended("budget-site-pages"), { isWhole: true, budget: Infinity });
    assert.deepEqual(ended("budget-pages"), { isWhole: true, budget: 32 });
    assert.equal(ended("budget-bytes").isWhole, false);
  });

  it("A crawl that was stopped is made again as far as its pages", () => {
    assert.deepEqual(replayExtent([started, paused], 20), { isWhole: false, budget: 20 });
    const goingOn = [started, event("finished", { why: "budget-pages" }), started];
    assert.deepEqual(replayExtent(goingOn, 20), { isWhole: false, budget: 20 });
  });

  it("A crawl that was stopped before it sampled its pages is made again up to the page before", () => {
    assert.deepEqual(replayExtent([started, paused], 32), { isWhole: false, budget: 31 });
    assert.deepEqual(replayExtent([started, sampled, paused], 32), { isWhole: false, budget: 32 });
    assert.deepEqual(replayExtent([started, sampled, paused], 128), {
      isWhole: false,
      budget: 127,
    });
  });
});
