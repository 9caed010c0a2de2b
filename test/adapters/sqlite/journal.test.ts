import assert from "node:assert/strict";
import type { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import * as fc from "fast-check";
import { newestVersion } from "../../../lib/adapters/sqlite/database-schema.ts";
import { createSqliteFrontier } from "../../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import {
  catchUp,
  openJournal,
  packSegment,
  restoreDatabase,
} from "../../../lib/adapters/sqlite/journal.ts";
import {
  createSqliteModelStore,
  createSqliteRunLog,
} from "../../../lib/adapters/sqlite/sqlite-stores.ts";
import { transact } from "../../../lib/adapters/sqlite/transact.ts";
import type { JournalPosition } from "../../../lib/ports/journal.ts";
import { aLink, aPolicy } from "../../contract/frontier-links.ts";
import { anEvent } from "../../contract/run-log.ts";
import { collect } from "../../support/collect.ts";
import { memoryBlobStore } from "../../support/memory-blob-store.ts";

const keyOf = (epoch: number, n: number) => `journal/0000000${epoch}/0000000${n}.zst`;

/** A stack: its blobs, and planners and readers that come and go. */
function aStack(test: TestContext) {
  const blobs = memoryBlobStore();
  const open = async (position: JournalPosition, tables?: readonly string[]) => {
    const database = await restoreDatabase(":memory:", blobs, position, tables && { tables });
    test.after(() => database.close());
    return database;
  };
  return {
    blobs,
    open,
    async plan(epoch: number, position: JournalPosition = []) {
      const database = await open(position);
      const journal = openJournal(database, blobs, { epoch, position });
      return { database, journal, models: createSqliteModelStore(database) };
    },
    keys: () => collect(blobs.list("")),
  };
}

function modelsOf(database: DatabaseSync): unknown[] {
  return database
    .prepare("SELECT json FROM model ORDER BY json")
    .all()
    .map(({ json }) => json);
}

/** What a step does to a fact. */
type Change = readonly ["put" | "drop", string, number];

describe("openJournal", () => {
  it("The journal writes one segment a commit, and none when nothing changed", async (test) => {
    const { plan, keys } = aStack(test);
    const { journal, models } = await plan(7);
    assert.deepEqual(await journal.commit(), []);
    await models.put("1");
    assert.deepEqual(await journal.commit(), [[7, 1]]);
    await models.put("1");
    assert.deepEqual(await journal.commit(), [[7, 1]]);
    await models.put("2");
    assert.deepEqual(await journal.commit(), [[7, 2]]);
    assert.deepEqual(await keys(), [keyOf(7, 1), keyOf(7, 2)]);
  });

  it("The journal alone commits, whatever durability its stores ask for", async (test) => {
    const { plan } = aStack(test);
    const { database, journal, models } = await plan(1);
    await models.put("1");
    await createSqliteFrontier(database, aPolicy()).offer([aLink("a.test/1")]);
    await createSqliteRunLog(database).append(anEvent(1));
    assert.equal(database.isTransaction, true);
    await journal.commit();
    assert.equal(database.isTransaction, false);
  });

  it("The journal leaves out of a segment what was written during its commit", async (test) => {
    const { plan, open } = aStack(test);
    const { journal, models } = await plan(1);
    await models.put("1");
    const committed = journal.commit();
    await models.put("2");
    assert.deepEqual(modelsOf(await open(await committed)), ["1"]);
    assert.deepEqual(modelsOf(await open(await journal.commit())), ["1", "2"]);
  });

  it("The journal continues in an epoch of its own from where it was restored", async (test) => {
    const { plan, open } = aStack(test);
    const first = await plan(1);
    await first.models.put("1");
    const position = await first.journal.commit();
    const second = await plan(2, position);
    await second.models.put("2");
    const later = await second.journal.commit();
    assert.deepEqual(later, [
      [1, 1],
      [2, 1],
    ]);
    assert.deepEqual(modelsOf(await open(later)), ["1", "2"]);
  });

  it("The journal is not read beyond the position that both planners know", async (test) => {
    const { plan, open } = aStack(test);
    const lost = await plan(1);
    await lost.models.put("1");
    const position = await lost.journal.commit();
    const heir = await plan(2, position);
    await lost.models.put("never named");
    await lost.journal.commit();
    await heir.models.put("2");
    assert.deepEqual(modelsOf(await open(await heir.journal.commit())), ["1", "2"]);
  });

  it("The journal reports an error when another writes under its epoch, and writes no more", async (test) => {
    const { plan } = aStack(test);
    const [one, two] = [await plan(1), await plan(1)];
    await one.models.put("1");
    await one.journal.commit();
    await two.models.put("2");
    const taken = { code: "journal-taken", reaction: "retry", value: keyOf(1, 1) };
    await assert.rejects(two.journal.commit(), taken);
    await assert.rejects(two.journal.commit(), taken);
  });

  it("The journal keeps nothing that a failed step undid", async (test) => {
    const { plan, keys } = aStack(test);
    const { database, journal, models } = await plan(1);
    await models.put("1");
    const fails = () => {
      throw new RangeError("full");
    };
    assert.throws(() => transact(database, fails, "durable"), /full/);
    await assert.rejects(journal.commit(), { code: "run-broken" });
    assert.deepEqual(await keys(), []);
  });
});

describe("restoreDatabase", () => {
  it("`restoreDatabase` gives what was committed, whatever was done and however often", async (test) => {
    const changes = fc.tuple(
      fc.constantFrom<Change[0]>("put", "put", "drop"),
      fc.constantFrom("a", "b", "c\u0000"),
      fc.constantFrom(0, 1.5, -Infinity),
    );
    const ticks = fc.array(fc.array(changes, { maxLength: 6 }), { maxLength: 8 });
    const run = fc.asyncProperty(ticks, async (all) => {
      const { plan, open } = aStack(test);
      let planner = await plan(1);
      let position: JournalPosition = [];
      for (const [index, tick] of all.entries()) {
        for (const change of tick) apply(planner.database, change);
        position = await planner.journal.commit();
        const facts = factsOf(planner.database);
        if (index % 3 === 2) planner = await plan(index, position);
        assert.deepEqual(factsOf(await open(position)), facts);
      }
    });
    await fc.assert(run, { seed: 1, numRuns: 30 });
  });

  it("`restoreDatabase` restores the tables asked for, and no others", async (test) => {
    const { plan, open } = aStack(test);
    const { database, journal, models } = await plan(1);
    await models.put("1");
    await createSqliteRunLog(database).append(anEvent(1));
    const restored = await open(await journal.commit(), ["model"]);
    assert.deepEqual(modelsOf(restored), ["1"]);
    assert.deepEqual(await createSqliteRunLog(restored).list(), []);
  });

  it("`restoreDatabase` fetches several segments at a time, but not all", async (test) => {
    const { plan, blobs } = aStack(test);
    const { journal, models } = await plan(1);
    for (let n = 0; n < 40; n += 1) {
      await models.put(String(n));
      await journal.commit();
    }
    let [open, most] = [0, 0];
    const get: typeof blobs.get = async (key) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise(setImmediate);
      open -= 1;
      return blobs.get(key);
    };
    const restored = await restoreDatabase(":memory:", { get }, [[1, 40]]);
    assert.equal(modelsOf(restored).length, 40);
    assert.ok(most > 4 && most < 40, `${most} at a time`);
    restored.close();
  });

  const damages: readonly (readonly [
    string,
    (bytes: Uint8Array) => Promise<Uint8Array> | Uint8Array,
  ])[] = [
    ["cut short", (bytes) => bytes.slice(0, -1)],
    ["empty", () => new Uint8Array()],
    [
      "with one bit turned",
      (bytes) => bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)),
    ],
    [
      "of no changes",
      () => packSegment({ version: newestVersion(), changeset: Buffer.from("not a changeset") }),
    ],
  ];
  for (const [name, damage] of damages) {
    it(`\`restoreDatabase\` refuses a journal with a segment ${name}`, async (test) => {
      const { plan, open, blobs } = aStack(test);
      const { journal, models } = await plan(1);
      await models.put("a model that is long enough");
      const position = await journal.commit();
      blobs.objects.set(keyOf(1, 1), await damage(blobs.objects.get(keyOf(1, 1)) ?? Buffer.of()));
      const damaged = { code: "journal-damaged", reaction: "stop-crawl", value: keyOf(1, 1) };
      await assert.rejects(open(position), damaged);
    });
  }

  it("`restoreDatabase` refuses a journal when a segment is missing or is not the next", async (test) => {
    const { plan, open, blobs } = aStack(test);
    const { database, journal } = await plan(1);
    for (const value of [1, 2, 3]) {
      apply(database, ["put", "a", value]);
      await journal.commit();
    }
    await assert.rejects(open([[1, 4]]), { code: "journal-damaged", value: keyOf(1, 4) });
    blobs.objects.set(keyOf(1, 2), blobs.objects.get(keyOf(1, 3)) ?? Buffer.of());
    await assert.rejects(open([[1, 3]]), { code: "journal-damaged", value: keyOf(1, 2) });
  });

  it("`restoreDatabase` refuses a journal of another version", async (test) => {
    const { plan, open, blobs } = aStack(test);
    const { journal, models } = await plan(1);
    await models.put("1");
    const position = await journal.commit();
    const other = await packSegment({ version: 999, changeset: new Uint8Array() });
    blobs.objects.set(keyOf(1, 1), other);
    await assert.rejects(open(position), { code: "run-from-other-version", value: 999 });
  });
});

describe("catchUp", () => {
  it("`catchUp` brings a reader to a later position, across epochs", async (test) => {
    const { plan, open, blobs } = aStack(test);
    const first = await plan(1);
    await first.models.put("1");
    const from = await first.journal.commit();
    const reader = await open(from);
    await first.models.put("2");
    const second = await plan(2, await first.journal.commit());
    await second.models.put("3");
    const to = await second.journal.commit();
    assert.equal(await catchUp(reader, blobs, { from, to }), true);
    assert.deepEqual(modelsOf(reader), ["1", "2", "3"]);
    assert.equal(await catchUp(reader, blobs, { from: to, to }), true);
  });

  it("`catchUp` changes nothing when one position does not continue the other", async (test) => {
    const { plan, open, blobs } = aStack(test);
    const { journal, models } = await plan(1);
    for (const model of ["1", "2", "3"]) {
      await models.put(model);
      await journal.commit();
    }
    const reader = await open([[1, 2]]);
    const cases: (readonly [JournalPosition, JournalPosition])[] = [
      [[[1, 2]], [[1, 1]]],
      [[[1, 2]], [[2, 3]]],
      [[[1, 2]], []],
      [
        [
          [1, 2],
          [2, 1],
        ],
        [
          [1, 3],
          [2, 1],
        ],
      ],
    ];
    for (const [from, to] of cases) assert.equal(await catchUp(reader, blobs, { from, to }), false);
    assert.deepEqual(modelsOf(reader), ["1", "2"]);
  });
});

function apply(database: DatabaseSync, [kind, name, value]: Change): void {
  const put = database.prepare("INSERT OR REPLACE INTO fact VALUES (?, ?)");
  const drop = database.prepare("DELETE FROM fact WHERE name = ?");
  transact(
    database,
    () => (kind === "put" ? put.run(name, value) : drop.run(name)),
    value === 0 ? "durable" : "deferred",
  );
}

function factsOf(database: DatabaseSync): unknown[] {
  return database.prepare("SELECT name, value FROM fact ORDER BY name").all();
}
