import type { DatabaseSync } from "node:sqlite";
import type { ModelStore } from "../../ports/model-store.ts";
import { modelHash } from "./model-hash.ts";
import { transact } from "./transact.ts";

/** Models in a database of `openDatabase`. */
export function createSqliteModelStore(database: DatabaseSync): ModelStore {
  const insert = database.prepare("INSERT OR IGNORE INTO model VALUES (?, ?)");
  const point = database.prepare("INSERT OR REPLACE INTO current_model VALUES (?, ?)");
  const read = database.prepare("SELECT json FROM model WHERE hash = ?");
  const current = database.prepare(
    "SELECT hash, json FROM current_model JOIN model USING (hash) WHERE name = ?",
  );
  return {
    async put(name, json) {
      const hash = modelHash(json);
      transact(
        database,
        () => {
          insert.run(hash, json);
          point.run(name, hash);
        },
        "deferred",
      );
      return hash;
    },
    async get(hash) {
      const row = read.get(hash);
      return row && String(row["json"]);
    },
    async current(name) {
      const row = current.get(name);
      return row && { hash: String(row["hash"]), json: String(row["json"]) };
    },
  };
}
