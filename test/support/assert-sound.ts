import assert from "node:assert/strict";
import { collect } from "./collect.ts";
import type { SimulatedStack } from "./simulated-stack.ts";

/** Asserts the invariants of every crawl of a stack, whatever its faults. */
export async function assertSound(stack: SimulatedStack, told: string): Promise<void> {
  const state = await stack.state();
  assert.equal(state.status?.state, "finished", told);
  const { frontier, records, close } = await stack.stored();
  const { states } = await frontier.count();
  const kept = await collect(records.list());
  assert.equal(states.leased, 0, told);
  assert.equal(new Set(kept.map(({ url }) => url)).size, kept.length, told);
  for (const { url, state: stateOfRecord, reason } of kept) {
    const known = await frontier.find(url);
    assert.deepEqual([known?.state, known?.reason], [stateOfRecord, reason], `${told}: ${url}`);
  }
  assert.equal(states.fetched + states.failed, kept.length, told);
  const listed = await stack.listing.select({}, { after: 0, upTo: 1_000, limit: 1_000 });
  assert.deepEqual(
    listed.map(({ sequence, url }) => [sequence, url]),
    kept.map(({ sequence, url }) => [sequence, url]),
    told,
  );
  close();
  const pages = kept.filter(({ reason }) => reason === "page").length;
  assert.ok(pages <= stack.plan.budget.pages, `${told}: ${pages} pages`);
  assertPolite(stack, told);
  assert.equal(stack.unlistedSuspensions, 0, told);
}

function assertPolite({ requests, policy }: SimulatedStack, told: string): void {
  for (const [host, ofHost] of Map.groupBy(requests, (request) => request.host)) {
    const inTime = ofHost.toSorted((a, b) => a.startedAt - b.startedAt);
    for (const [index, { endedAt }] of inTime.entries()) {
      const gap = (inTime[index + 1]?.startedAt ?? Infinity) - endedAt;
      assert.ok(gap >= policy.minDelayMs, `${told}: ${host} rested ${gap} ms`);
    }
  }
}
