import assert from "node:assert/strict";
import { join } from "node:path";
import { after, it } from "node:test";
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
