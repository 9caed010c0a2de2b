import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  availabilityAt,
  newSchedule,
  scheduleAfterEnd,
  scheduleAfterLease,
  scheduleUnder,
} from "../../../lib/domain/frontier/host-schedule.ts";
import { aPace, aPolicy } from "../../contract/frontier-links.ts";

const policy = aPolicy({ minDelayMs: 100, connectionsPerHost: 1 });

describe("a host's slot", () => {
  it("is open to begin with, at the pace of the policy", () => {
    const schedule = newSchedule(1, policy);
    assert.deepEqual(schedule.pace, aPace(100));
    assert.equal(availabilityAt(schedule, policy, 0), "ready");
  });

  it("is busy while as many leases run as the host may see", () => {
    const schedule = scheduleAfterLease(newSchedule(1, policy), 5);
    assert.deepEqual([schedule.leased, schedule.nextAllowedAt], [1, 105]);
    assert.equal(availabilityAt(schedule, policy, 1_000), "busy");
    assert.equal(availabilityAt(schedule, { ...policy, connectionsPerHost: 2 }, 104), "delayed");
    assert.equal(availabilityAt(schedule, { ...policy, connectionsPerHost: 2 }, 105), "ready");
  });

  it("rests a delay from the end, or as long as the host asked", () => {
    const leased = scheduleAfterLease(newSchedule(1, policy), 5);
    assert.equal(scheduleAfterEnd(leased, 50, aPace(200)).nextAllowedAt, 250);
    assert.equal(scheduleAfterEnd(leased, 50, aPace(200, { notBefore: 999 })).nextAllowedAt, 999);
    assert.equal(availabilityAt(scheduleAfterEnd(leased, 50, aPace(200)), policy, 249), "delayed");
  });

  it("owes the longer rest of another policy since the last request, and never a shorter one", () => {
    const asked = scheduleAfterEnd(scheduleAfterLease(newSchedule(1, policy), 5), 50, aPace(100));
    const slower = scheduleUnder(asked, { minDelayMs: 300 });
    assert.deepEqual([slower.nextAllowedAt, slower.pace], [350, aPace(300)]);
    const faster = scheduleUnder(asked, { minDelayMs: 0 });
    assert.deepEqual([faster.nextAllowedAt, faster.pace], [150, aPace(0)]);
    assert.equal(scheduleUnder(newSchedule(1, policy), { minDelayMs: 300 }).nextAllowedAt, 0);
  });

  it("never moves back", () => {
    const told = scheduleAfterEnd(
      scheduleAfterLease(newSchedule(1, policy), 5),
      50,
      aPace(1, { notBefore: 999 }),
    );
    assert.equal(scheduleAfterEnd(told, 60, aPace(1)).nextAllowedAt, 999);
  });
});
