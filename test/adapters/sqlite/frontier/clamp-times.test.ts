import assert from "node:assert/strict";
import { it } from "node:test";
import { createSqliteFrontier } from "../../../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../../../../lib/adapters/sqlite/open-database.ts";
import type { FrontierPolicy } from "../../../../lib/domain/frontier/frontier-policy.ts";
import { aLink, aPace, aPolicy, fetched, namesOf } from "../../../contract/frontier-links.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ADDRESS = "192.0.2.1";

/** A frontier that was written an hour (or `aheadMs`) ahead of the clock of those who open it. */
async function writtenAhead(changes: Partial<FrontierPolicy> = {}, aheadMs = HOUR_MS) {
  const policy = aPolicy({ minDelayMs: 1_000, leaseMs: 90_000, ...changes });
  const database = openDatabase(":memory:");
  const frontier = createSqliteFrontier(database, policy);
  await frontier.offer(["a.x.test/1", "a.x.test/2", "b.x.test/3"].map((link) => aLink(link)));
  const [lease] = (await frontier.draw({ limit: 1, now: aheadMs })).leases;
  assert.ok(lease);
  await frontier.settle(lease, fetched(lease, aheadMs + 9, { address: ADDRESS }));
  return { policy, database, frontier };
}

it("A frontier opened after the clock was set back waits one delay and no longer", async () => {
  const { policy, database } = await writtenAhead();
  const resumed = createSqliteFrontier(database, policy, 0);
  assert.deepEqual(namesOf((await resumed.draw({ limit: 1, now: 999 })).leases), []);
  assert.deepEqual(namesOf((await resumed.draw({ limit: 1, now: 1_000 })).leases), ["a.x.test/2"]);
  database.close();
});

it("A frontier opened after the clock was set forth draws at once", async () => {
  const { policy, database } = await writtenAhead();
  const resumed = createSqliteFrontier(database, policy, DAY_MS);
  const { leases } = await resumed.draw({ limit: 1, now: DAY_MS });
  assert.deepEqual(namesOf(leases), ["a.x.test/2"]);
  database.close();
});

it("A frontier opened at its own time keeps every wait that a host asked for", async () => {
  const { policy, database, frontier } = await writtenAhead({}, 0);
  const [lease] = (await frontier.draw({ limit: 1, now: 2_000 })).leases;
  assert.ok(lease);
  const pace = aPace(1_000, { notBefore: DAY_MS });
  await frontier.settle(lease, fetched(lease, 2_000, { address: ADDRESS, pace }));
  const resumed = createSqliteFrontier(database, policy, 2_000);
  assert.equal((await resumed.draw({ limit: 1, now: 2_000 })).nextReadyAt, DAY_MS);
  database.close();
});

it("A frontier opened after the clock was set back by days postpones no link by more than one", async () => {
  const { policy, database, frontier } = await writtenAhead({}, 3 * DAY_MS);
  const now = 3 * DAY_MS + 2_000;
  const [done] = (await frontier.draw({ limit: 1, now })).leases;
  assert.ok(done);
  await frontier.settle(done, fetched(done, now, { address: ADDRESS }));
  const [lease] = (await frontier.draw({ limit: 1, now: now + 2_000 })).leases;
  assert.ok(lease);
  const notBefore = now + 60_000;
  const result = { kind: "again", reason: "timeout", notBefore, countsAsAttempt: true } as const;
  await frontier.settle(lease, fetched(lease, now + 2_000, { result }));
  const resumed = createSqliteFrontier(database, policy, 0);
  assert.equal((await resumed.draw({ limit: 9, now: 0 })).nextReadyAt, DAY_MS);
  assert.deepEqual(
    namesOf((await resumed.draw({ limit: 9, now: DAY_MS })).leases),
    namesOf([lease]),
  );
  database.close();
});

it("A frontier whose leases outlive its process ends them in time after the clock was set back", async () => {
  const { policy, database, frontier } = await writtenAhead({ leasesOutliveProcess: true });
  const [lease] = (await frontier.draw({ limit: 1, now: HOUR_MS + 2_000 })).leases;
  assert.ok(lease);
  const resumed = createSqliteFrontier(database, policy, 0);
  await resumed.draw({ limit: 0, now: 60_000 + policy.leaseMs });
  assert.equal(await resumed.holds(lease), false);
  database.close();
});
