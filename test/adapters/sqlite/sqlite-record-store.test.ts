import { after } from "node:test";
import { openDatabase } from "../../../lib/adapters/sqlite/open-database.ts";
import { createSqliteRecordStore } from "../../../lib/adapters/sqlite/sqlite-record-store.ts";
import { describeRecordStore } from "../../contract/record-store.ts";

const databases: ReturnType<typeof openDatabase>[] = [];

after(() => {
  for (const database of databases) database.close();
});

describeRecordStore("SqliteRecordStore", () => {
  const database = openDatabase(":memory:");
  databases.push(database);
  return createSqliteRecordStore(database);
});
