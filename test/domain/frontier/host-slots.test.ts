import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  doorOf,
  newSlot,
  slotAfterEnd,
  slotAfterLease,
  slotUnder,
} from "../../../lib/domain/frontier/host-slots.ts";
import { aPace, aPolicy } from "../../contract/frontier-links.ts";

const policy = aPolicy({ minDelayMs: 100, connectionsPerHost: 1 });

describe("a host's slot", () => {
  it("is open to begin with, at the pace of the policy", () => {
    const slot = newSlot(1, policy);
    assert.deepEqual(slot.pace, aPace(100));
    assert.equal(doorOf(slot, policy, 0), "open");
  });

  it("is busy while as many leases run as the host may see", () => {
    const slot = slotAfterLease(newSlot(1, policy), 5);
    assert.deepEqual([slot.leased, slot.nextAllowedAt], [1, 105]);
    assert.equal(doorOf(slot, policy, 1_000), "busy");
    assert.equal(doorOf(slot, { ...policy, connectionsPerHost: 2 }, 104), "resting");
    assert.equal(doorOf(slot, { ...policy, connectionsPerHost: 2 }, 105), "open");
  });

  it("rests a delay from the end, or as long as the host asked", () => {
    const leased = slotAfterLease(newSlot(1, policy), 5);
    assert.equal(slotAfterEnd(leased, 50, aPace(200)).nextAllowedAt, 250);
    assert.equal(slotAfterEnd(leased, 50, aPace(200, { notBefore: 999 })).nextAllowedAt, 999);
    assert.equal(doorOf(slotAfterEnd(leased, 50, aPace(200)), policy, 249), "resting");
  });

  it("owes the longer rest of another policy since the last request, and never a shorter one", () => {
    const asked = slotAfterEnd(slotAfterLease(newSlot(1, policy), 5), 50, aPace(100));
    const slower = slotUnder(asked, { minDelayMs: 300 });
    assert.deepEqual([slower.nextAllowedAt, slower.pace], [350, aPace(300)]);
    const faster = slotUnder(asked, { minDelayMs: 0 });
    assert.deepEqual([faster.nextAllowedAt, faster.pace], [150, aPace(0)]);
    assert.equal(slotUnder(newSlot(1, policy), { minDelayMs: 300 }).nextAllowedAt, 0);
  });

  it("never moves back", () => {
    const told = slotAfterEnd(
      slotAfterLease(newSlot(1, policy), 5),
      50,
      aPace(1, { notBefore: 999 }),
    );
    assert.equal(slotAfterEnd(told, 60, aPace(1)).nextAllowedAt, 999);
  });
});
