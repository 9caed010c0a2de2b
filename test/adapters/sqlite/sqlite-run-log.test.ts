import { after } from "node:test";
import { openDatabase } from "../../../lib/adapters/sqlite/open-database.ts";
import { createSqliteRunLog } from "../../../lib/adapters/sqlite/sqlite-stores.ts";
import { describeRunLog } from "../../contract/run-log.ts";

const databases: ReturnType<typeof openDatabase>[] = [];

after(() => {
  for (const database of databases) database.close();
});

describeRunLog("The log in a run's database", async () => {
  const database = openDatabase(":memory:");
  databases.push(database);
  return createSqliteRunLog(database);
});
