import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { plannerWait } from "../../lib/stack/run-planner.ts";

describe("the wait of a planner", () => {
  const waiting = { dueIn: -5_000, inFlight: 100, leftMs: 40_000 };

  it("A planner waits until the next result is due, or two seconds for a late one", () => {
    assert.equal(plannerWait({ ...waiting, dueIn: 7_000 }), 7_000);
    assert.equal(plannerWait(waiting), 2_000);
  });

  it("A planner waits longer for a late result with many links in flight, but at most ten seconds and not beyond the end of its run", () => {
    assert.equal(plannerWait({ ...waiting, inFlight: 8_192 }), 8_192);
    assert.equal(plannerWait({ ...waiting, inFlight: 16_384 }), 10_000);
    assert.equal(plannerWait({ ...waiting, inFlight: 8_192, leftMs: 5_000 }), 5_000);
  });
});
