import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeBatchClaims } from "../contract/batch-claims.ts";
import { describeRegisters } from "../contract/key-value-store.ts";
import { describePageListing } from "../contract/page-listing.ts";
import { describeQueue } from "../contract/queue.ts";
import { describeRobotsShelf } from "../contract/robots-cache.ts";
import { fixedClock } from "./fixed-clock.ts";
import { memoryBatchClaims } from "./memory-batch-claims.ts";
import { memoryKeyValueStore } from "./memory-key-value-store.ts";
import { memoryPageListing } from "./memory-page-listing.ts";
import { memoryQueue } from "./memory-queue.ts";
import { memoryRobotsCache } from "./memory-robots-cache.ts";

describeQueue({ name: "memory", create: () => memoryQueue(fixedClock()), redeliveryMs: 60_000 });
describeRegisters({ name: "values in memory", create: memoryKeyValueStore });
describePageListing({ name: "memory", create: memoryPageListing });
describeBatchClaims({ name: "memory", create: memoryBatchClaims });
describeRobotsShelf({ name: "memory", create: memoryRobotsCache });

describe("a queue in memory", () => {
  it("A memory queue delivers a message again when it is due, not before", async () => {
    const clock = fixedClock(0);
    const queue = memoryQueue(clock, 5_000);
    await queue.send(["a"]);
    await queue.receive(1, 0);
    clock.advance(4_999);
    assert.deepEqual(await queue.receive(1, 0), []);
    clock.advance(1);
    assert.equal((await queue.receive(1, 0)).length, 1);
  });

  it("A memory queue does not end a delivery by the receipt of an earlier one", async () => {
    const clock = fixedClock(0);
    const queue = memoryQueue(clock, 5_000);
    await queue.send(["a"]);
    const [first] = await queue.receive(1, 0);
    await queue.receive(1, 5_000);
    await queue.remove([first?.receipt ?? ""]);
    assert.equal(queue.size(), 1);
  });

  it("A memory queue waits no longer than requested", async () => {
    const clock = fixedClock(0);
    await memoryQueue(clock).receive(1, 700);
    assert.equal(clock.now(), 700);
  });
});
