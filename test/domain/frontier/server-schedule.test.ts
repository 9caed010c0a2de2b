import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  addressAfterLease,
  isServerFree,
  newServer,
  serverAfterEnd,
  serverAfterLease,
} from "../../../lib/domain/frontier/host-schedule.ts";
import { aPace } from "../../contract/frontier-links.ts";

const server = newServer(1, 2);
const calm = aPace(100);
const failed = aPace(2_000, { baseDelayMs: 100, consecutiveFailures: 1 });

describe("the schedule of a server", () => {
  it("The schedule of a server waits the base delay of the host that was asked", () => {
    const leased = serverAfterLease(server, 50, failed);
    assert.deepEqual([leased.leased, leased.nextAllowedAt], [1, 150]);
    const ended = serverAfterEnd(leased, 80, { before: calm, after: calm });
    assert.deepEqual([ended.leased, ended.nextAllowedAt], [0, 180]);
  });

  it("The schedule of a server never moves its next slot back", () => {
    const told = { ...server, leased: 1, nextAllowedAt: 9_000 };
    assert.equal(serverAfterLease(told, 0, calm).nextAllowedAt, 9_000);
    const ended = serverAfterEnd(told, 0, { before: calm, after: calm });
    assert.equal(ended.nextAllowedAt, 9_000);
  });

  it("The schedule of a server doubles its delay with a failure and halves it with an answer, whichever host it was", () => {
    const slowed = [1, 2, 3].reduce(
      (each) => serverAfterEnd({ ...each, leased: 1 }, 0, { before: calm, after: failed }),
      server,
    );
    assert.deepEqual([slowed.slowedMs, slowed.nextAllowedAt], [4_000, 4_000]);
    const recovering = serverAfterEnd(slowed, 5_000, { before: calm, after: calm });
    assert.deepEqual([recovering.slowedMs, recovering.nextAllowedAt], [2_000, 7_000]);
    const almost = { ...server, slowedMs: 190 };
    assert.equal(serverAfterEnd(almost, 0, { before: calm, after: calm }).slowedMs, 0);
  });

  it("The schedule of a server slows down to five minutes at most", () => {
    const slow = { ...server, slowedMs: 299_000 };
    assert.equal(serverAfterEnd(slow, 0, { before: calm, after: failed }).slowedMs, 300_000);
  });

  it("The schedule of a server keeps its delay when a result says nothing about its load", () => {
    const slow = { ...server, slowedMs: 4_000 };
    const ended = serverAfterEnd(slow, 0, { before: failed, after: failed });
    assert.equal(ended.slowedMs, 4_000);
  });

  it("The schedule of a server is free from its next slot on, with fewer leases than connections", () => {
    const leased = serverAfterLease(server, 0, calm);
    const draw = { window: undefined, drawn: 0, connections: 2 };
    assert.equal(isServerFree(leased, { ...draw, now: 99 }), false);
    assert.equal(isServerFree(leased, { ...draw, now: 100 }), true);
    const one = { ...draw, now: 100, connections: 1 };
    assert.equal(isServerFree(leased, one), false);
    assert.equal(isServerFree(leased, { ...one, drawn: 1 }), false);
    const window = { aheadMs: 50 };
    assert.equal(isServerFree(leased, { ...draw, window, now: 50 }), true);
    assert.equal(isServerFree(leased, { ...draw, window, now: 49 }), false);
    const drawn = { ...draw, window, now: 50, connections: 1 };
    assert.equal(isServerFree(leased, drawn), false);
    assert.equal(isServerFree(leased, { ...drawn, drawn: 1 }), true);
  });

  it("The schedule of an address takes one step per lease, ahead of time in a batch window", () => {
    const once = addressAfterLease(server, 1_000, 10);
    assert.equal(once.nextAllowedAt, 1_010);
    assert.equal(addressAfterLease(once, 1_000, 10).nextAllowedAt, 1_020);
    assert.equal(addressAfterLease(once, 2_000, 10).nextAllowedAt, 2_010);
  });
});
