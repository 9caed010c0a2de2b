import { after } from "node:test";
import { openDatabase } from "../../../lib/adapters/local/open-database.ts";
import { createSqliteModelStore } from "../../../lib/adapters/local/sqlite-model-store.ts";
import { describeModelStore } from "../../contract/model-store.ts";

const databases: ReturnType<typeof openDatabase>[] = [];

after(() => {
  for (const database of databases) database.close();
});

describeModelStore("SqliteModelStore", () => {
  const database = openDatabase(":memory:");
  databases.push(database);
  return createSqliteModelStore(database);
});
