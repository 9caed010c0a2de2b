import type { DatabaseSync } from "node:sqlite";
import type { Host } from "../../domain/url/url.ts";
import { asHost } from "./sqlite-link-columns.ts";

/** Hosts whose robots.txt asks for a crawl-delay, with the delay as far as it is obeyed, in ms. */
export function readCrawlDelays(database: DatabaseSync): ReadonlyMap<Host, number> {
  const rows = database
    .prepare("SELECT name, crawl_delay_ms AS delay FROM host WHERE crawl_delay_ms > 0")
    .all();
  return new Map(rows.map(({ name, delay }) => [asHost(name), Number(delay)]));
}
