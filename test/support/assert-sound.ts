import assert from "node:assert/strict";
import { sectionsAt } from "../../lib/domain/shards/sections.ts";
import { shardOfHost } from "../../lib/domain/shards/shard-of-host.ts";
import { collect } from "./collect.ts";
import type { SimulatedStack } from "./simulated-stack.ts";

/** Asserts the invariants of every crawl of a stack, whatever its faults. */
export async function assertSound(stack: SimulatedStack, told: string): Promise<void> {
  let pages = 0;
  for (let shard = 0; shard < stack.shards; shard += 1) {
    pages += await assertSoundShard(stack, shard, `${told}, shard ${shard}`);
  }
  assert.ok(pages <= stack.plan.budget.pages, `${told}: ${pages} pages`);
  assertPolite(stack, told);
  assert.equal(stack.unlistedSuspensions, 0, told);
}

/** Returns the number of pages. */
async function assertSoundShard(
  stack: SimulatedStack,
  shard: number,
  told: string,
): Promise<number> {
  const state = await stack.state(shard);
  assert.equal(state.status?.state, "finished", told);
  const { frontier, records, close } = await stack.stored(shard);
  const { states } = await frontier.count();
  const kept = await collect(records.list());
  assert.equal(states.leased, 0, told);
  assert.equal(new Set(kept.map(({ url }) => url)).size, kept.length, told);
  for (const { url, host, state: stateOfRecord, reason } of kept) {
    assert.equal(shardOfHost(host, stack.shards), shard, `${told}: ${url}`);
    const known = await frontier.find(url);
    assert.deepEqual([known?.state, known?.reason], [stateOfRecord, reason], `${told}: ${url}`);
  }
  assert.equal(states.fetched + states.failed, kept.length, told);
  const listing = stack.listings[shard];
  const listed = await listing?.select({}, { after: 0, upTo: 1_000, limit: 1_000 });
  assert.deepEqual(
    listed?.map(({ sequence, url }) => [sequence, url]),
    kept.map(({ sequence, url }) => [sequence, url]),
    told,
  );
  close();
  if (state.status?.end === "frontier-empty") await assertAllTaken(stack, shard, told);
  return kept.filter(({ reason }) => reason === "page").length;
}

/** Asserts that the others took each section that a shard wrote for them. */
async function assertAllTaken(stack: SimulatedStack, shard: number, told: string): Promise<void> {
  const sent = sectionsAt((await stack.state(shard)).shard?.sent ?? []);
  for (let other = 0; other < stack.shards; other += 1) {
    const taken = (await stack.state(other)).shard?.taken[shard];
    if (other !== shard) assert.equal(taken, sent, `${told}: taken by ${other}`);
  }
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
