import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type CrawlOrder,
  type PlannerState,
  plannerAge,
  type StackStatus,
} from "../../lib/stack/stack-state.ts";
import { aPlannerState, aStatus } from "../support/a-stack.ts";

const NOW = 1_000_000;

function anOrder(requested: CrawlOrder["requested"], at?: number): CrawlOrder {
  return { crawl: "c", requested, plan: "plans/p", ...(at === undefined ? {} : { at }) };
}

function aPlanner(lastTickAt: number | null, status: Partial<StackStatus> | null): PlannerState {
  const told = status === null ? null : aStatus({ state: "running", ...status });
  return { ...aPlannerState("c", told), lastTickAt };
}

describe("the age of a planner", () => {
  it("The age of a planner is the time since its last tick while its crawl runs", () => {
    assert.equal(plannerAge(anOrder("run", 5), aPlanner(NOW - 60_000, {}), NOW), 60_000);
  });

  it("The age of a planner that never came is the time since the order", () => {
    assert.equal(plannerAge(anOrder("run", NOW - 9_000), undefined, NOW), 9_000);
    assert.equal(plannerAge(anOrder("run", NOW - 9_000), aPlanner(null, null), NOW), 9_000);
  });

  it("The age of a planner does not include the pause before an order to go on", () => {
    const paused = aPlanner(NOW - 500_000, { state: "paused" });
    assert.equal(plannerAge(anOrder("run", NOW - 2_000), paused, NOW), 2_000);
  });

  it("The age of a planner counts while it has to pause or end its crawl", () => {
    for (const requested of ["pause", "stop"] as const) {
      assert.equal(plannerAge(anOrder(requested, 5), aPlanner(NOW - 7_000, {}), NOW), 7_000);
    }
    const stopping = aPlanner(NOW - 7_000, { state: "paused", end: "search-unavailable" });
    assert.equal(plannerAge(anOrder("stop", 5), stopping, NOW), 7_000);
  });

  it("The age of a planner is unknown while nobody expects one", () => {
    const ended = aPlanner(5, { state: "finished", end: "stopped" });
    const paused = aPlanner(5, { state: "paused" });
    const pausedItself = aPlanner(5, { state: "paused", end: "search-unavailable" });
    for (const [requested, planner] of [
      ["run", ended],
      ["stop", ended],
      ["pause", paused],
      ["run", pausedItself],
    ] as const) {
      assert.equal(plannerAge(anOrder(requested, 5), planner, NOW), undefined);
    }
  });

  it("The age of a planner of another crawl does not count for this one", () => {
    const other = { ...aPlanner(NOW - 60_000, { state: "finished" }), crawl: "before" };
    assert.equal(plannerAge(anOrder("run", NOW - 3_000), other, NOW), 3_000);
  });

  it("The age of a planner of an older version, which wrote no times, is unknown", () => {
    assert.equal(plannerAge(anOrder("run"), aPlanner(null, {}), NOW), undefined);
  });
});
