import assert from "node:assert/strict";
import type { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import {
  newestVersion,
  SCHEMA_STEPS,
  versionOf,
} from "../../../lib/adapters/sqlite/database-schema.ts";
import {
  catchUp,
  openJournal,
  packSegment,
  restoreDatabase,
} from "../../../lib/adapters/sqlite/journal.ts";
import { transact } from "../../../lib/adapters/sqlite/transact.ts";
import type { JournalPosition } from "../../../lib/ports/journal.ts";
import { memoryBlobStore } from "../../support/memory-blob-store.ts";

const keyOf = (epoch: number, n: number) => `journal/0000000${epoch}/0000000${n}.zst`;

/** Made-up steps of a later version: a column filled from another one, then a table. */
const LATER_STEPS = [
  ...SCHEMA_STEPS,
  "ALTER TABLE fact ADD COLUMN twice REAL; UPDATE fact SET twice = 2 * value;",
  "CREATE TABLE later (name TEXT PRIMARY KEY, value REAL) STRICT; INSERT INTO later SELECT name, value FROM fact;",
];

/** Writes a fact, as the version of the database does. */
function putFact(database: DatabaseSync, name: string, value: number): void {
  const version = versionOf(database) - newestVersion();
  const row = version === 0 ? "(name, value) VALUES (?1, ?2)" : "VALUES (?1, ?2, 2 * ?2)";
  const facts = database.prepare(`INSERT OR REPLACE INTO fact ${row}`);
  const later = version < 2 ? undefined : "INSERT OR REPLACE INTO later VALUES (?1, ?2)";
  const work = () => {
    facts.run(name, value);
    if (later !== undefined) database.prepare(later).run(name, value);
  };
  transact(database, work, "deferred");
}

function dataOf(database: DatabaseSync): unknown {
  const all = (sql: string) => database.prepare(sql).all();
  return [all("SELECT * FROM fact ORDER BY name"), all("SELECT * FROM later ORDER BY name")];
}

describe("a journal of several versions", () => {
  /** Plans in an epoch with the steps of a version, and commits each fact by itself. */
  async function planned(
    blobs: ReturnType<typeof memoryBlobStore>,
    position: JournalPosition,
    [epoch, steps]: readonly [number, readonly string[]],
    facts: readonly (readonly [string, number])[],
  ): Promise<JournalPosition> {
    const database = await restoreDatabase(":memory:", blobs, position, { steps });
    const journal = openJournal(database, blobs, { epoch, position });
    let at = position;
    for (const [name, value] of facts) {
      putFact(database, name, value);
      at = await journal.commit();
    }
    database.close();
    return at;
  }

  it("A journal of an older version is restored into the tables of the newest one", async () => {
    const blobs = memoryBlobStore();
    const facts = [["a", 1] as const, ["b", 2] as const];
    const position = await planned(blobs, [], [1, SCHEMA_STEPS], facts);
    const migrations: unknown[] = [];
    const database = await restoreDatabase(":memory:", blobs, position, {
      steps: LATER_STEPS,
      onMigrated: (...versions) => migrations.push(versions),
    });
    const fresh = await restoreDatabase(":memory:", blobs, [], { steps: LATER_STEPS });
    for (const [name, value] of facts) putFact(fresh, name, value);
    assert.deepEqual(dataOf(database), dataOf(fresh));
    assert.deepEqual(migrations, [[newestVersion(), newestVersion(LATER_STEPS)]]);
    database.close();
    fresh.close();
  });

  it("A journal of several versions is restored as one crawl that was migrated on the way", async () => {
    const fact = fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom(0, 1.5, 7));
    const facts = fc.array(fact, { maxLength: 4 });
    const run = fc.asyncProperty(facts, facts, facts, async (first, second, third) => {
      const blobs = memoryBlobStore();
      let position: JournalPosition = [];
      for (const [version, of] of [first, second, third].entries()) {
        const steps = LATER_STEPS.slice(0, SCHEMA_STEPS.length + version);
        position = await planned(blobs, position, [version + 1, steps], of);
      }
      const restored = await restoreDatabase(":memory:", blobs, position, { steps: LATER_STEPS });
      const fresh = await restoreDatabase(":memory:", blobs, [], { steps: LATER_STEPS });
      for (const [name, value] of [...first, ...second, ...third]) putFact(fresh, name, value);
      assert.deepEqual(dataOf(restored), dataOf(fresh));
      restored.close();
      fresh.close();
    });
    await fc.assert(run, { seed: 1, numRuns: 40 });
  });

  it("A reader of a journal must restore it again when an older version writes on", async () => {
    const blobs = memoryBlobStore();
    const steps = LATER_STEPS;
    const from = await planned(blobs, [], [1, SCHEMA_STEPS], [["a", 1]]);
    const reader = await restoreDatabase(":memory:", blobs, from, { steps });
    const to = await planned(blobs, from, [2, SCHEMA_STEPS], [["b", 2]]);
    assert.equal(await catchUp(reader, blobs, { from, to, steps }), false);
    assert.equal(reader.prepare("SELECT count(*) AS n FROM fact").get()?.["n"], 1);
    reader.close();
  });

  it("A journal of a newer version is refused, and so is one without a step from it", async () => {
    const blobs = memoryBlobStore();
    const newer = await planned(blobs, [], [1, LATER_STEPS], [["a", 1]]);
    const value = newestVersion(LATER_STEPS);
    const refused = { code: "run-from-other-version", value, hint: /or a newer one/ };
    await assert.rejects(restoreDatabase(":memory:", blobs, newer), refused);
    const changeset = new Uint8Array();
    blobs.objects.set(keyOf(1, 1), await packSegment({ version: 5, changeset }));
    const tooOld = { code: "run-from-other-version", value: 5 };
    await assert.rejects(restoreDatabase(":memory:", blobs, newer), tooOld);
  });

  it("A journal whose segments go back to an older version is damaged", async () => {
    const blobs = memoryBlobStore();
    const steps = LATER_STEPS;
    const older = await planned(blobs, [], [1, SCHEMA_STEPS], [["a", 1]]);
    const both = await planned(blobs, older, [2, steps], [["b", 2]]);
    blobs.objects.set(keyOf(2, 1), blobs.objects.get(keyOf(1, 1)) ?? Buffer.of());
    blobs.objects.set(
      keyOf(1, 1),
      await packSegment({ version: newestVersion(steps), changeset: new Uint8Array() }),
    );
    const damaged = { code: "journal-damaged", value: keyOf(2, 1) };
    await assert.rejects(restoreDatabase(":memory:", blobs, both, { steps }), damaged);
  });
});
