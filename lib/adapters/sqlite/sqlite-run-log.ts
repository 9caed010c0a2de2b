import type { DatabaseSync } from "node:sqlite";
import type { RunEvent, RunLog } from "../../ports/run-log.ts";
import { transact } from "./transact.ts";

/**
 * Creates a run log in a database of `openDatabase`: it never names data that the database lacks.
 */
export function createSqliteRunLog(database: DatabaseSync): RunLog {
  const insert = database.prepare("INSERT INTO event (at, kind, detail) VALUES (?, ?, ?)");
  const read = database.prepare("SELECT at, kind, detail FROM event ORDER BY id");
  return {
    async append({ at, kind, detail }) {
      transact(database, () => insert.run(at, kind, JSON.stringify(detail)), "deferred");
    },
    async list() {
      return read.all().map(toEvent);
    },
  };
}

function toEvent({ at, kind, detail }: Record<string, unknown>): RunEvent {
  return {
    at: Number(at),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `insert` above
    kind: kind as RunEvent["kind"],
    detail: JSON.parse(String(detail)),
  };
}
