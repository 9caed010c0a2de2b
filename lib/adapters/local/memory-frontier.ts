import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import type { Frontier } from "../../ports/frontier.ts";
import { frontierOverTables } from "../frontier-over-tables.ts";
import { MemoryFrontierHosts } from "./memory-frontier-hosts.ts";
import { MemoryFrontierLedger } from "./memory-frontier-ledger.ts";
import { MemoryFrontierLinks } from "./memory-frontier-links.ts";
import { MemoryFrontierOrders } from "./memory-frontier-orders.ts";

/** A frontier that lasts as long as the process, for comparisons and tests. */
export function createMemoryFrontier(policy: FrontierPolicy): Frontier {
  const orders = new MemoryFrontierOrders(policy);
  const hosts = new MemoryFrontierHosts(policy, orders);
  const links = new MemoryFrontierLinks(hosts, orders);
  const tables = { links, orders, hosts, ledger: new MemoryFrontierLedger() };
  return frontierOverTables(tables, policy, (work) => work());
}
