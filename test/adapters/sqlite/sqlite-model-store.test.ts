import assert from "node:assert/strict";
import { join } from "node:path";
import { after, it } from "node:test";
import { deflateRawSync } from "node:zlib";
import {
  openDatabase,
  openDatabaseForReading,
} from "../../../lib/adapters/sqlite/open-database.ts";
import { createSqliteModelStore } from "../../../lib/adapters/sqlite/sqlite-stores.ts";
import { deferCommits } from "../../../lib/adapters/sqlite/transact.ts";
import { describeModelStore } from "../../contract/model-store.ts";
import { aFolder } from "../../support/a-folder.ts";

const databases: ReturnType<typeof openDatabase>[] = [];

after(() => {
  for (const database of databases) database.close();
});

describeModelStore("SqliteModelStore", () => {
  const database = openDatabase(":memory:");
  databases.push(database);
  return createSqliteModelStore(database);
});

it("The SQLite model store packs models, and reads those that older versions did not pack", async () => {
  const database = openDatabase(":memory:");
  databases.push(database);
  const models = createSqliteModelStore(database);
  const long = JSON.stringify(Array(1_000).fill("Bienenstock – 蜂"));
  const hash = await models.put(long);
  assert.equal(await models.get(hash), long);
  const [row] = database.prepare("SELECT length(json) + length(packed) AS bytes FROM model").all();
  assert.ok(Number(row?.["bytes"]) < long.length / 10);
  database.prepare("INSERT INTO model (hash, json) VALUES ('sha256:old', '[2]')").run();
  assert.equal(await models.get("sha256:old"), "[2]");
  const deflated = deflateRawSync(long);
  database
    .prepare("INSERT INTO model (hash, json, packed) VALUES ('sha256:deflated', '', ?)")
    .run(deflated);
  assert.equal(await models.get("sha256:deflated"), long);
});

it("The SQLite model store packs each model beside the one before, and reads each with fifteen others at most", async () => {
  const database = openDatabase(":memory:");
  databases.push(database);
  const trainings = Array.from({ length: 20 }, (_, training) =>
    JSON.stringify(Array.from({ length: 500 + training }, (_each, n) => Math.sin(n))),
  );
  const models = createSqliteModelStore(database);
  const hashes: string[] = [];
  for (const json of [...trainings, ...trainings]) hashes.push(await models.put(json));
  const again = createSqliteModelStore(database);
  for (const [at, json] of trainings.entries())
    assert.equal(await again.get(hashes[at] ?? ""), json);
  const rows = database
    .prepare("SELECT hash, base, length(packed) AS bytes FROM model ORDER BY rowid")
    .all();
  const bases = rows.map((_row, at) => (at % 16 === 0 ? "" : hashes[at - 1]));
  assert.deepEqual(
    rows.map(({ base }) => base),
    bases,
  );
  const most = Math.max(...rows.flatMap(({ base, bytes }) => (base === "" ? [] : [Number(bytes)])));
  assert.ok(most < Number(rows[0]?.["bytes"]) / 10);
});

it("The SQLite model store packs no model beside one that was forgotten", async () => {
  const database = openDatabase(":memory:");
  databases.push(database);
  const models = createSqliteModelStore(database);
  const long = JSON.stringify(Array(1_000).fill(1));
  await models.put(long);
  database.exec("DELETE FROM model");
  const hash = await models.put(`${long} `);
  assert.equal(await models.get(hash), `${long} `);
});

it("The SQLite model store commits a model at once, so that no log names a lost one", async (test) => {
  const file = join(aFolder(test), "models.sqlite");
  const database = openDatabase(file);
  const deferred = deferCommits(database);
  const hash = await createSqliteModelStore(database).put("[1]");
  const reader = openDatabaseForReading(file);
  assert.equal(await createSqliteModelStore(reader).get(hash), "[1]");
  reader.close();
  deferred.end();
  database.close();
});
