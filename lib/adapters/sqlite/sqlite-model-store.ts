import type { DatabaseSync } from "node:sqlite";
import type { ModelStore } from "../../ports/model-store.ts";
import { modelHash } from "../model-hash.ts";
import { transact } from "./transact.ts";

/** Creates a model store in a database of `openDatabase`. */
export function createSqliteModelStore(database: DatabaseSync): ModelStore {
  const insert = database.prepare("INSERT OR IGNORE INTO model VALUES (?, ?)");
  const read = database.prepare("SELECT json FROM model WHERE hash = ?");
  return {
    async put(json) {
      const hash = modelHash(json);
      // A run log that names a model must not outlive it.
      transact(database, () => insert.run(hash, json), "durable");
      return hash;
    },
    async get(hash) {
      const row = read.get(hash);
      return row && String(row["json"]);
    },
  };
}
