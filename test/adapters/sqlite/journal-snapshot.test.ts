import assert from "node:assert/strict";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import * as fc from "fast-check";
import {
  newestVersion,
  SCHEMA_STEPS,
  versionOf,
} from "../../../lib/adapters/sqlite/database-schema.ts";
import { openJournal, restoreDatabase } from "../../../lib/adapters/sqlite/journal.ts";
import { transact } from "../../../lib/adapters/sqlite/transact.ts";
import type {
  JournalPosition,
  JournalSnapshot,
  SnapshotFault,
} from "../../../lib/ports/journal.ts";
import { aFolder } from "../../support/a-folder.ts";
import { collect } from "../../support/collect.ts";
import { memoryBlobStore } from "../../support/memory-blob-store.ts";

/** Parts of a few pages of the file, so that a small database has several. */
const PART_BYTES = 16_384;

/** A made-up step of a later version. */
const LATER_STEPS = [...SCHEMA_STEPS, "CREATE TABLE later (name TEXT PRIMARY KEY) STRICT;"];

/** A stack: its blobs, and planners that come and go, each with a file of its own. */
function aStack(test: TestContext) {
  const blobs = memoryBlobStore();
  const folder = aFolder(test);
  let files = 0;
  return {
    blobs,
    /** Restores, and tells which segments were read and what was wrong with the snapshot. */
    async open(
      position: JournalPosition,
      snapshot: JournalSnapshot | null,
      steps: readonly string[] = SCHEMA_STEPS,
    ) {
      const [read, faults]: [string[], SnapshotFault[]] = [[], []];
      let [tailBytes, migrated] = [0, [0, 0]];
      files += 1;
      const database = await restoreDatabase(
        join(folder, `${files}.sqlite`),
        { get: (key) => (read.push(key), blobs.get(key)) },
        position,
        {
          snapshot,
          steps,
          onFault: (fault) => faults.push(fault),
          onMigrated: (from, to) => {
            migrated = [from, to];
          },
          onSegment: (bytes) => {
            tailBytes += bytes;
          },
        },
      );
      test.after(() => database.close());
      const segments = read.filter((key) => !key.includes("snapshot"));
      return { database, segments, faults, tailBytes, migrated };
    },
    journal: (database: DatabaseSync, epoch: number, position: JournalPosition) =>
      openJournal(database, blobs, { epoch, position, partBytes: PART_BYTES }),
    snapshotKeys: async () =>
      (await collect(blobs.list(""))).filter((key) => key.includes("snapshot")),
  };
}

function put(database: DatabaseSync, name: string, value: number): void {
  const row = database.prepare("INSERT OR REPLACE INTO fact VALUES (?, ?)");
  transact(database, () => row.run(name, value), "deferred");
}

function factsOf(database: DatabaseSync): unknown[] {
  return database.prepare("SELECT name, value FROM fact ORDER BY name").all();
}

/** A crawl with facts, a snapshot of them, and a fact after it. */
async function aSnapshot(test: TestContext, steps: readonly string[] = SCHEMA_STEPS) {
  const stack = aStack(test);
  const { database } = await stack.open([], null, steps);
  const journal = stack.journal(database, 1, []);
  for (let n = 0; n < 3; n += 1) {
    put(database, `before ${n} ${"x".repeat(9_000)}`, n);
    await journal.commit();
  }
  const begun = journal.beginSnapshot();
  assert.ok(begun !== undefined);
  await begun.write();
  put(database, "after", 4);
  const position = await journal.commit();
  return { ...stack, database, planner: journal, position, snapshot: begun.snapshot };
}

describe("a snapshot of a journal", () => {
  it("A restore from a snapshot reads only the segments after it", async (test) => {
    const { open, database, position, snapshot, planner, blobs } = await aSnapshot(test);
    const { segments, faults, tailBytes, ...restored } = await open(position, snapshot);
    assert.deepEqual(factsOf(restored.database), factsOf(database));
    assert.deepEqual(faults, []);
    assert.deepEqual(segments, ["journal/00000001/00000004.zst"]);
    assert.equal(tailBytes, blobs.objects.get(segments[0] ?? "")?.length);
    assert.equal(planner.tailBytes(), tailBytes);
  });

  it("A restore gives the same data with a snapshot and without, whatever was done", async (test) => {
    const change = fc.tuple(fc.constantFrom("a", "b", "c"), fc.integer());
    const tick = fc.record({
      changes: fc.array(change, { maxLength: 4 }),
      next: fc.constantFrom("nothing", "nothing", "snapshot", "successor"),
    });
    const run = fc.asyncProperty(fc.array(tick, { maxLength: 10 }), async (ticks) => {
      const stack = aStack(test);
      let [position, snapshot]: [JournalPosition, JournalSnapshot | null] = [[], null];
      let { database } = await stack.open(position, snapshot);
      let journal = stack.journal(database, 1, position);
      for (const [index, { changes, next }] of ticks.entries()) {
        for (const [name, value] of changes) put(database, name, value);
        position = await journal.commit();
        const begun = next === "snapshot" ? journal.beginSnapshot() : undefined;
        await begun?.write();
        snapshot = begun?.snapshot ?? snapshot;
        const facts = factsOf(database);
        const restored = await stack.open(position, snapshot);
        assert.deepEqual(restored.faults, []);
        assert.deepEqual(factsOf(restored.database), facts);
        assert.deepEqual(factsOf((await stack.open(position, null)).database), facts);
        if (next === "successor") {
          database = restored.database;
          journal = stack.journal(database, index + 2, position);
        }
      }
    });
    await fc.assert(run, { seed: 1, numRuns: 12 });
  });

  it("A planner goes on with its journal from a snapshot", async (test) => {
    const { open, journal, position, snapshot } = await aSnapshot(test);
    const { database } = await open(position, snapshot);
    const successor = journal(database, 2, position);
    put(database, "of the successor", 5);
    const later = await successor.commit();
    const facts = factsOf(database);
    assert.deepEqual(factsOf((await open(later, snapshot)).database), facts);
    assert.deepEqual(factsOf((await open(later, null)).database), facts);
  });

  const faults: readonly (readonly [
    name: string,
    fault: SnapshotFault,
    bytes: ((bytes: Uint8Array) => Uint8Array) | undefined,
  ])[] = [
    ["a part that is gone", "unreadable", undefined],
    ["a part cut short", "damaged", (bytes) => bytes.slice(0, -1)],
    ["an empty part", "damaged", () => new Uint8Array()],
    [
      "a part with one bit turned",
      "damaged",
      (bytes) => bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)),
    ],
  ];
  for (const [name, fault, damage] of faults) {
    it(`A restore reads the whole journal where a snapshot has ${name}`, async (test) => {
      const { open, database, position, snapshot, blobs, snapshotKeys } = await aSnapshot(test);
      for (const key of await snapshotKeys()) {
        const bytes = blobs.objects.get(key) ?? new Uint8Array();
        blobs.objects.delete(key);
        if (damage !== undefined) blobs.objects.set(key, damage(bytes));
        const restored = await open(position, snapshot);
        assert.deepEqual(restored.faults, [fault]);
        assert.equal(restored.segments.length, 4);
        assert.deepEqual(factsOf(restored.database), factsOf(database));
        blobs.objects.set(key, bytes);
      }
      assert.deepEqual((await open(position, snapshot)).faults, []);
    });
  }

  it("A restore reads the whole journal where the parts are no database", async (test) => {
    const { open, position, snapshot, blobs, snapshotKeys } = await aSnapshot(test);
    const [first = "", second = ""] = await snapshotKeys();
    blobs.objects.set(first, blobs.objects.get(second) ?? new Uint8Array());
    assert.deepEqual((await open(position, snapshot)).faults, ["damaged"]);
  });

  it("A restore reads the whole journal where the segments do not follow the snapshot", async (test) => {
    const { open, position, snapshot } = await aSnapshot(test);
    const ahead = { ...snapshot, at: [[1, 5] as const] };
    assert.deepEqual((await open(position, ahead)).faults, ["not-continued"]);
    const behind = { ...snapshot, at: [[1, 2] as const] };
    const restored = await open(position, behind);
    assert.deepEqual(restored.faults, ["not-continued"]);
    assert.equal(factsOf(restored.database).length, 4);
  });

  it("A snapshot of an older version is brought up to date, and one of a newer version is refused", async (test) => {
    const older = await aSnapshot(test);
    const restored = await older.open(older.snapshot.at, older.snapshot, LATER_STEPS);
    assert.deepEqual(restored.faults, []);
    assert.equal(versionOf(restored.database), newestVersion(LATER_STEPS));
    assert.deepEqual(restored.migrated, [newestVersion(), newestVersion(LATER_STEPS)]);
    const newer = await aSnapshot(test, LATER_STEPS);
    const refused = { code: "run-from-other-version" };
    await assert.rejects(newer.open(newer.position, newer.snapshot), refused);
  });

  it("A snapshot has nothing that is not in the journal yet", async (test) => {
    const { planner, database } = await aSnapshot(test);
    put(database, "not committed", 6);
    assert.equal(planner.beginSnapshot(), undefined);
    await planner.commit();
    assert.ok(planner.beginSnapshot() !== undefined);
  });

  it("A snapshot never replaces parts that another planner has written", async (test) => {
    const { planner, database, blobs, snapshotKeys } = await aSnapshot(test);
    put(database, "later", 7);
    await planner.commit();
    const begun = planner.beginSnapshot();
    assert.ok(begun !== undefined);
    const taken = `${begun.snapshot.key}/0001.zst`;
    blobs.objects.set(taken, Buffer.from("of another"));
    await assert.rejects(begun.write(), { code: "snapshot-not-written", value: taken });
    assert.equal(Buffer.from(blobs.objects.get(taken) ?? []).toString(), "of another");
    await planner.removeSnapshots([begun.snapshot]);
    const left = (await snapshotKeys()).filter((key) => key.startsWith(begun.snapshot.key));
    assert.deepEqual(left, []);
  });
});
