import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openDatabase } from "../../lib/adapters/sqlite/open-database.ts";
import { createLostLinks, createSentBatches } from "../../lib/adapters/sqlite/sqlite-stores.ts";
import { NO_USAGE } from "../../lib/domain/cost/cost.ts";
import { SentBatches } from "../../lib/stack/sent-batches.ts";
import { aLease } from "../support/a-lease.ts";
import { memoryBatchClaims } from "../support/memory-batch-claims.ts";

const SENT = 1_000_000;
const EXPIRY = SENT + 300_000;
const lease = aLease("a.example/", { startAt: SENT, expiresAt: EXPIRY });
const batch = {
  id: "1-1-0",
  crawl: "c",
  plan: "p",
  model: { hash: "h", pages: 0 },
  leases: [lease],
};
const USED = { ...NO_USAGE, lambdaRuns: 1, lambdaGbSeconds: 42, s3Writes: 2 };

/** Batches of one open lease, as one planner after another knows them. */
function aLedger() {
  const database = openDatabase(":memory:");
  const claims = memoryBatchClaims();
  const ports = {
    frontier: { expiring: async (by: number) => (by < EXPIRY ? [] : [lease]) },
    sentBatches: createSentBatches(database),
    lostLinks: createLostLinks(database),
    claims,
    limits: { harvesterMb: 512 },
    leaseMs: 300_000,
  };
  return { claims, open: () => SentBatches.open(ports), ports };
}

describe("the batches in flight", () => {
  it("The usage of a result is counted once, however often the result comes", async () => {
    const { open } = aLedger();
    const sent = await open();
    await sent.send(batch, SENT);
    assert.deepEqual(await sent.end({ id: batch.id, usage: USED }), USED);
    assert.deepEqual(await sent.end({ id: batch.id, usage: USED }), NO_USAGE);
    assert.deepEqual(await (await open()).end({ id: batch.id, usage: USED }), NO_USAGE);
  });

  it("A late result with its true usage corrects what a run cost that counted as lost", async () => {
    const { claims, open } = aLedger();
    const sent = await open();
    await sent.send(batch, SENT);
    await claims.claim(batch.id);
    const { usage: charged, lost } = await sent.takeLate(EXPIRY);
    assert.deepEqual([charged.lambdaRuns, charged.lambdaGbSeconds, lost.length], [1, 150, 1]);
    const late = await (await open()).end({ id: batch.id, usage: USED });
    assert.deepEqual([late.lambdaRuns, late.lambdaGbSeconds, late.s3Writes], [0, -108, 2]);
  });

  it("A batch is late just before its leases expire, once, and only if a harvester began it", async () => {
    const { claims, open } = aLedger();
    const unclaimed = await open();
    await unclaimed.send(batch, SENT);
    assert.deepEqual((await unclaimed.takeLate(EXPIRY)).lost, []);
    await unclaimed.send(batch, SENT);
    await claims.claim(batch.id);
    assert.deepEqual((await unclaimed.takeLate(EXPIRY - 6_000)).lost, []);
    assert.deepEqual((await unclaimed.takeLate(EXPIRY - 5_000)).lost, [{ lease, size: 1 }]);
    assert.deepEqual((await unclaimed.takeLate(EXPIRY)).lost, []);
  });

  it("A batch without a result is forgotten after a day", async () => {
    const { claims, open, ports } = aLedger();
    const sent = await open();
    await sent.send(batch, SENT);
    await claims.claim(batch.id);
    await sent.takeLate(EXPIRY);
    assert.equal((await ports.sentBatches.list()).length, 1);
    const next = { ...batch, id: "1-2-0" };
    await sent.send(next, SENT + 2 * 86_400_000);
    await sent.takeLate(SENT + 2 * 86_400_000);
    assert.deepEqual(
      (await ports.sentBatches.list()).map(({ id }) => id),
      [next.id],
    );
  });

  it("A batch whose result is stored but was not announced is neither lost nor charged", async () => {
    const { claims, open } = aLedger();
    const sent = await open();
    await sent.send(batch, SENT);
    await claims.claim(batch.id);
    await claims.finish(batch.id);
    const late = await sent.takeLate(EXPIRY);
    assert.deepEqual(late, { lost: [], usage: NO_USAGE, stored: [batch.id] });
    assert.deepEqual(await sent.end({ id: batch.id, usage: USED }), USED);
  });

  it("A late result of an earlier batch does not hide that the next batch of its link is lost", async () => {
    const { claims, open } = aLedger();
    const sent = await open();
    await sent.send(batch, SENT);
    const next = { ...batch, id: "1-2-0" };
    await sent.send(next, SENT + 1);
    await sent.end({ id: batch.id, usage: USED });
    await claims.claim(next.id);
    assert.deepEqual((await sent.takeLate(EXPIRY)).lost, [{ lease, size: 1 }]);
  });

  it("A link that loses its leases is sent with ever fewer others, and given up at the third", async () => {
    const { open } = aLedger();
    const sent = await open();
    assert.equal(sent.mostOf(lease), Infinity);
    assert.equal(await sent.lose(lease, 16, false), true);
    assert.equal(sent.mostOf(lease), 4);
    const restored = await open();
    assert.equal(restored.mostOf(lease), 4);
    assert.equal(await restored.lose(lease, 4, false), true);
    assert.equal(restored.mostOf(lease), 1);
    assert.equal(await restored.lose(lease, 1, false), false);
    assert.equal(restored.mostOf(lease), Infinity);
    assert.equal((await open()).mostOf(lease), Infinity);
  });

  it("A link that is to be kept stays alone in its batch, however many leases it loses", async () => {
    const { open } = aLedger();
    const sent = await open();
    for (let losses = 0; losses < 5; losses++) {
      assert.equal(await sent.lose(lease, 9, true), true);
    }
    assert.equal(sent.mostOf(lease), 1);
    await sent.forget(lease.link.sequence);
    assert.equal(sent.mostOf(lease), Infinity);
    assert.equal((await open()).mostOf(lease), Infinity);
  });
});
