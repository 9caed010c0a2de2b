import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PLANNER_WAITS } from "../../lib/project/stack-limits.ts";
import { batchWindow } from "../../lib/stack/pack-batches.ts";
import { createSqliteFrontierInMemory } from "../../peers/commands/compare/recorded-ports.ts";
import { aLink, aPolicy } from "../contract/frontier-links.ts";

/** Links drawn at once, where many may be in flight and none is. */
const DRAWN = 4_096;

/** Draws from so many hosts with as many links each; returns the links that each host gives. */
async function drawnOf(hosts: number, linksOfHost: number) {
  const frontier = createSqliteFrontierInMemory(aPolicy({ minDelayMs: 1_000, leaseMs: 90_000 }));
  for (let host = 0; host < hosts; host += 1) {
    const links = Array.from({ length: linksOfHost }, (_, nth) =>
      // The first hosts have the best links.
      aLink(`h${host}.test/${nth}`, { priority: hosts - host }),
    );
    await frontier.offer(links);
  }
  const { leases } = await frontier.draw({ limit: DRAWN, now: 0, window: batchWindow(DRAWN) });
  return [...Map.groupBy(leases, ({ link }) => link.host).values()];
}

describe("the window of a draw", () => {
  it("A draw of all links in flight from many hosts has results before the planner leaves", async () => {
    const byHost = await drawnOf(1_050, 20);
    const lastStarts = byHost.map((leases) => Math.max(...leases.map(({ startAt }) => startAt)));
    assert.equal(byHost.length, 1_024);
    assert.deepEqual(new Set(lastStarts), new Set([3_000]));
    assert.ok(3_000 < PLANNER_WAITS.mostMs);
  });

  it("A draw of all links in flight from few hosts takes as many of each as its window has time for", async () => {
    const byHost = await drawnOf(20, 60);
    assert.deepEqual(
      byHost.map(({ length }) => length),
      Array.from({ length: 20 }, () => 36),
    );
  });

  it("A draw of few links takes one of each host", () => {
    assert.deepEqual(
      [64, 256, 257, 4_096].map((links) => batchWindow(links).step),
      [1, 1, 2, 4],
    );
  });
});
