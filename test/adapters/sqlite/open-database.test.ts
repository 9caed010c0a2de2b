import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, it } from "node:test";
import {
  newestVersion,
  SCHEMA_STEPS,
  versionOf,
} from "../../../lib/adapters/sqlite/database-schema.ts";
import {
  openDatabase,
  openDatabaseForReading,
} from "../../../lib/adapters/sqlite/open-database.ts";

/** Made-up steps of a later version: a column filled from another one, and a table. */
const LATER_STEPS = [
  ...SCHEMA_STEPS,
  "ALTER TABLE fact ADD COLUMN twice REAL; UPDATE fact SET twice = 2 * value;",
  "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;",
];

function factsOf(database: DatabaseSync): unknown[] {
  return database
    .prepare("SELECT * FROM fact ORDER BY name")
    .all()
    .map((row) => ({ ...row }));
}

const directory = mkdtempSync(join(tmpdir(), "open-database-"));
after(() => rmSync(directory, { recursive: true }));

const module = JSON.stringify(
  join(import.meta.dirname, "../../../lib/adapters/sqlite/open-database.ts"),
);

describe("openDatabase", () => {
  it("`openDatabase` opens again what it made before", () => {
    const file = join(directory, "again.sqlite");
    const first = openDatabase(file);
    first.exec("INSERT INTO fact VALUES ('a', 1)");
    first.close();
    const second = openDatabase(file);
    assert.equal(second.prepare("SELECT value FROM fact").get()?.["value"], 1);
    second.close();
  });

  it("`openDatabase` refuses a run in which another crawl of the same process works", () => {
    const file = join(directory, "locked.sqlite");
    const first = openDatabase(file);
    assert.throws(() => openDatabase(file), { code: "run-is-locked", value: file });
    first.close();
    openDatabase(file).close();
  });

  it("`openDatabase` refuses a run of another process until that process is killed", async () => {
    const file = join(directory, "killed.sqlite");
    const script = `const { openDatabase } = await import(${module});
      globalThis.database = openDatabase(${JSON.stringify(file)});
      console.log("open"); setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
    await once(child.stdout, "data");
    assert.throws(() => openDatabase(file), { code: "run-is-locked" });
    child.kill("SIGKILL");
    await once(child, "exit");
    openDatabase(file).close();
  });

  it("`openDatabase` lets a reader see what is committed while a crawl works", () => {
    const file = join(directory, "read.sqlite");
    const crawl = openDatabase(file);
    const reader = openDatabaseForReading(file);
    crawl.exec("BEGIN; INSERT INTO fact VALUES ('a', 1)");
    assert.equal(reader.prepare("SELECT count(*) AS n FROM fact").get()?.["n"], 0);
    crawl.exec("COMMIT");
    assert.equal(reader.prepare("SELECT count(*) AS n FROM fact").get()?.["n"], 1);
    assert.throws(() => reader.exec("DELETE FROM fact"), /readonly/);
    reader.close();
    crawl.close();
  });

  it("`openDatabase` refuses a run of another version, to crawl and to read, and leaves it unlocked", () => {
    const file = join(directory, "version.sqlite");
    const other = new DatabaseSync(file);
    other.exec("PRAGMA user_version = 999; PRAGMA journal_mode = WAL;");
    other.close();
    const expected = { code: "run-from-other-version", value: 999, reaction: "fix-config" };
    assert.throws(() => openDatabase(file), expected);
    assert.throws(() => openDatabaseForReading(file), expected);
    assert.throws(() => openDatabase(file), expected);
  });

  it("`openDatabase` brings a run of an older version up to date and keeps its data", () => {
    const file = join(directory, "older.sqlite");
    const older = openDatabase(file);
    older.exec("INSERT INTO fact VALUES ('a', 1); INSERT INTO fact VALUES ('b', 2)");
    older.close();
    const migrations: unknown[] = [];
    const newer = openDatabase(file, {
      steps: LATER_STEPS,
      onMigrated: (...versions) => migrations.push(versions),
    });
    assert.deepEqual(factsOf(newer), [
      { name: "a", value: 1, twice: 2 },
      { name: "b", value: 2, twice: 4 },
    ]);
    assert.equal(versionOf(newer), newestVersion(LATER_STEPS));
    newer.close();
    assert.deepEqual(migrations, [[newestVersion(), newestVersion(LATER_STEPS)]]);
  });

  it("`openDatabase` makes the same tables for a new run as for a migrated one", () => {
    const file = join(directory, "migrated.sqlite");
    openDatabase(file).close();
    const migrated = openDatabase(file, { steps: LATER_STEPS });
    const made = openDatabase(":memory:", { steps: LATER_STEPS });
    const schemaOf = (database: DatabaseSync) =>
      database.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name").all();
    assert.deepEqual(schemaOf(migrated), schemaOf(made));
    migrated.close();
    made.close();
  });

  it("`openDatabase` leaves a run as it was when a step towards the new version fails", () => {
    const file = join(directory, "failing.sqlite");
    openDatabase(file).close();
    const steps = [...LATER_STEPS, "CREATE TABLE fact (name TEXT);"];
    assert.throws(() => openDatabase(file, { steps }), /fact/);
    const again = openDatabase(file);
    assert.equal(versionOf(again), newestVersion());
    again.close();
  });

  it("`openDatabase` brings a run of an older version up to date for a reader, but not under a crawl", () => {
    const file = join(directory, "older-read.sqlite");
    const crawl = openDatabase(file);
    crawl.exec("INSERT INTO fact VALUES ('a', 1)");
    const read = () => openDatabaseForReading(file, { steps: LATER_STEPS });
    assert.throws(read, { code: "run-is-locked" });
    crawl.close();
    const reader = read();
    assert.deepEqual(factsOf(reader), [{ name: "a", value: 1, twice: 2 }]);
    assert.throws(() => reader.exec("DELETE FROM fact"), /readonly/);
    reader.close();
  });

  it("`openDatabase` refuses a run that is older than the oldest version with a step", () => {
    const file = join(directory, "too-old.sqlite");
    const old = new DatabaseSync(file);
    old.exec("PRAGMA user_version = 5; PRAGMA journal_mode = WAL;");
    old.close();
    const expected = { code: "run-from-other-version", value: 5, hint: /another run directory/ };
    assert.throws(() => openDatabase(file), expected);
    assert.throws(() => openDatabaseForReading(file), expected);
  });

  it("`openDatabase` refuses a file that is no run", () => {
    const file = join(directory, "text.sqlite");
    writeFileSync(file, "x".repeat(8_192));
    const expected = { code: "run-damaged", value: file };
    assert.throws(() => openDatabase(file), expected);
    assert.throws(() => openDatabaseForReading(file), expected);
  });
});
