import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { storesOpener } from "../../../functions/wiring/open-stores.ts";
import { systemClock } from "../../../lib/adapters/system-clock.ts";
import { aPlan, aPolicy } from "../../support/a-crawl.ts";
import { memoryBlobStore } from "../../support/memory-blob-store.ts";

/** Returns whether a snapshot of a database of a megabyte is due, whose journal has a few kilobytes. */
async function isDue(test: TestContext, ofDatabase: number): Promise<boolean> {
  const tail = { ofDatabase, leastBytes: 1, mostBytes: Infinity };
  const open = storesOpener(memoryBlobStore(), systemClock, tail);
  const stores = await open(aPolicy(aPlan()), [], 1, null);
  test.after(() => stores.close());
  const detail = { why: "a".repeat(1_000_000) };
  await stores.log.append({ at: 0, kind: "started", detail });
  await stores.commit();
  return stores.isSnapshotDue();
}

it("A planner's snapshot is due by the length of its journal in proportion to its database", async (test) => {
  assert.equal(await isDue(test, 1e-6), true);
  assert.equal(await isDue(test, 1 / 2), false);
});
