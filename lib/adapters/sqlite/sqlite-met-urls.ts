import type { DatabaseSync } from "node:sqlite";
import type { Url } from "../../domain/url/url.ts";
import { asUrl } from "./sqlite-link-columns.ts";

/**
 * Page → how many URLs the crawl had met when the last one that it is known for came in: URLs are numbered
 * in the order met, and one that a shorter way was found to is known for the page on that way. One
 * out of scope is known for no page: it counts with the next in scope.
 */
export function readMetUrls(database: DatabaseSync): ReadonlyMap<Url, number> {
  const rows = database
    .prepare(
      `SELECT page.url AS url, max(link.id) AS met FROM link
       JOIN link AS page ON page.id = link.parent GROUP BY link.parent`,
    )
    .iterate();
  const met = new Map<Url, number>();
  for (const row of rows) met.set(asUrl(row["url"]), Number(row["met"]));
  return met;
}
