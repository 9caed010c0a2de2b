import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  availabilityAt,
  hasRoom,
  newSchedule,
  scheduleAfterEnd,
  scheduleAfterLease,
  scheduleUnder,
} from "../../../lib/domain/frontier/host-schedule.ts";
import { aPace, aPolicy } from "../../contract/frontier-links.ts";

const policy = aPolicy({ minDelayMs: 100, connectionsPerHost: 1 });

describe("the schedule of a host", () => {
  it("The schedule of a host is ready at first, at the pace of the policy", () => {
    const schedule = newSchedule(1, policy);
    assert.deepEqual(schedule.pace, aPace(100));
    assert.equal(availabilityAt(schedule, policy, 0), "ready");
  });

  it("A host slot is busy while the maximum number of leases for the host is running", () => {
    const schedule = scheduleAfterLease(newSchedule(1, policy), 5);
    assert.deepEqual([schedule.leased, schedule.nextAllowedAt], [1, 105]);
    assert.equal(availabilityAt(schedule, policy, 1_000), "busy");
    assert.equal(availabilityAt(schedule, { ...policy, connectionsPerHost: 2 }, 104), "delayed");
    assert.equal(availabilityAt(schedule, { ...policy, connectionsPerHost: 2 }, 105), "ready");
  });

  it("The schedule of a host has its next slot one delay after a fetch, or when the host asked for", () => {
    const leased = scheduleAfterLease(newSchedule(1, policy), 5);
    assert.equal(scheduleAfterEnd(leased, 50, aPace(200)).nextAllowedAt, 250);
    assert.equal(scheduleAfterEnd(leased, 50, aPace(200, { notBefore: 999 })).nextAllowedAt, 999);
    assert.equal(availabilityAt(scheduleAfterEnd(leased, 50, aPace(200)), policy, 249), "delayed");
  });

  it("The schedule of a host counts a longer delay of another policy from the last request, and never shortens a wait", () => {
    const asked = scheduleAfterEnd(scheduleAfterLease(newSchedule(1, policy), 5), 50, aPace(100));
    const slower = scheduleUnder(asked, { minDelayMs: 300 });
    assert.deepEqual([slower.nextAllowedAt, slower.pace], [350, aPace(300)]);
    const faster = scheduleUnder(asked, { minDelayMs: 0 });
    assert.deepEqual([faster.nextAllowedAt, faster.pace], [150, aPace(0)]);
    assert.equal(scheduleUnder(newSchedule(1, policy), { minDelayMs: 300 }).nextAllowedAt, 0);
  });

  it("The schedule of a host never moves its next slot back", () => {
    const told = scheduleAfterEnd(
      scheduleAfterLease(newSchedule(1, policy), 5),
      50,
      aPace(1, { notBefore: 999 }),
    );
    assert.equal(scheduleAfterEnd(told, 60, aPace(1)).nextAllowedAt, 999);
  });

  it("The schedule of a host has room in a batch window while leases are left to it and its slot comes in time", () => {
    const window = { perHost: 2, aheadMs: 100 };
    const schedule = scheduleAfterLease(newSchedule(1, policy), 5);
    assert.equal(hasRoom(schedule, window, { drawn: 1, now: 5 }), true);
    assert.equal(hasRoom(schedule, window, { drawn: 2, now: 5 }), false);
    assert.equal(hasRoom(schedule, window, { drawn: 1, now: 4 }), false);
  });
});
