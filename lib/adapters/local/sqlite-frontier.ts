import type { DatabaseSync } from "node:sqlite";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import { DowserError } from "../../errors.ts";
import type { Frontier } from "../../ports/frontier.ts";
import { type Atomically, frontierOverTables } from "./frontier-over-tables.ts";
import { SqliteFrontierHosts } from "./sqlite-frontier-hosts.ts";
import { SqliteFrontierLedger } from "./sqlite-frontier-ledger.ts";
import { SqliteFrontierLinks } from "./sqlite-frontier-links.ts";
import { SqliteFrontierOrders } from "./sqlite-frontier-orders.ts";
import { SqliteWords } from "./sqlite-words.ts";

/**
 * A frontier in a database of `openDatabase`, one transaction an operation. On one opened for
 * reading only `count` works.
 */
export function createSqliteFrontier(database: DatabaseSync, policy: FrontierPolicy): Frontier {
  const orders = new SqliteFrontierOrders(database);
  const hosts = new SqliteFrontierHosts(database, policy);
  const words = new SqliteWords(database);
  const links = new SqliteFrontierLinks(database, { hosts, orders, words });
  const tables = { links, orders, hosts, ledger: new SqliteFrontierLedger(database) };
  return frontierOverTables(tables, policy, transactions(database));
}

/**
 * After a transaction that failed, what is held in memory no longer matches the file: the frontier
 * refuses all further work and is to be opened again.
 */
function transactions(database: DatabaseSync): Atomically {
  let failure: { readonly cause: unknown } | undefined;
  return (work) => {
    if (failure !== undefined) throw brokenError(failure.cause);
    try {
      database.exec("BEGIN");
      const result = work();
      // Where the commit fails, too, nothing of it may stay.
      database.exec("COMMIT");
      return result;
    } catch (error) {
      failure = { cause: error };
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  };
}

function brokenError(cause: unknown): DowserError {
  return new DowserError("The frontier stopped at an earlier failure; nothing committed is lost.", {
    code: "frontier-broken",
    reaction: "stop-crawl",
    value: cause instanceof Error ? cause.message : String(cause),
    mend: "Mend the cause (a full disk, most often) and start the same command again to resume.",
    cause,
  });
}
