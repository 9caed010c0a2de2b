import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, it } from "node:test";
import {
  openDatabase,
  openDatabaseForReading,
} from "../../../lib/adapters/sqlite/open-database.ts";

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

  it("`openDatabase` refuses a file that is no run", () => {
    const file = join(directory, "text.sqlite");
    writeFileSync(file, "x".repeat(8_192));
    const expected = { code: "run-damaged", value: file };
    assert.throws(() => openDatabase(file), expected);
    assert.throws(() => openDatabaseForReading(file), expected);
  });
});
