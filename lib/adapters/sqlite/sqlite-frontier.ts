import type { DatabaseSync } from "node:sqlite";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import type { Frontier } from "../../ports/frontier.ts";
import { frontierOverTables } from "../frontier-over-tables.ts";
import { SqliteFrontierHosts } from "./sqlite-frontier-hosts.ts";
import { SqliteFrontierLedger } from "./sqlite-frontier-ledger.ts";
import { SqliteFrontierLinks } from "./sqlite-frontier-links.ts";
import { SqliteFrontierOrders } from "./sqlite-frontier-orders.ts";
import { SqliteWords } from "./sqlite-words.ts";
import { transact } from "./transact.ts";

/**
 * A frontier in a database of `openDatabase`, each operation a step of a transaction.
 */
export function createSqliteFrontier(database: DatabaseSync, policy: FrontierPolicy): Frontier {
  const orders = new SqliteFrontierOrders(database);
  const hosts = new SqliteFrontierHosts(database, policy, orders);
  const words = new SqliteWords(database);
  const links = new SqliteFrontierLinks(database, { hosts, orders, words });
  const tables = { links, orders, hosts, ledger: new SqliteFrontierLedger(database) };
  return frontierOverTables(tables, policy, (work, durability) =>
    transact(database, work, durability),
  );
}
