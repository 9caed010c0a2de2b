import type { DatabaseSync } from "node:sqlite";
import { stateOf } from "../../domain/frontier/frontier-tally.ts";
import type { FrontierLink, KnownLink } from "../../domain/frontier/link.ts";
import { hostOf } from "../../domain/url/canonical-url.ts";
import type { Host, Url } from "../../domain/url/url.ts";
import { placeOf } from "./sqlite-frontier-codes.ts";
import { asHost, asUrl, type Row, STORED, urlHash } from "./sqlite-link-columns.ts";

/** Reads what the frontier of a database knows of a URL; the database may be open for reading only. */
export function readKnownLink(database: DatabaseSync, url: Url): KnownLink | undefined {
  const row = database
    .prepare(
      `SELECT (SELECT name FROM grp WHERE id = link.grp) AS grp_name,
       (SELECT text FROM word WHERE id = link.model) AS model_text,
       (SELECT text FROM word WHERE id = link.reason) AS reason_text, ${STORED}
       WHERE host.name = ? AND link.url_hash = ? AND link.url = ?`,
    )
    .get(hostOf(url), urlHash(url), url);
  if (row === undefined) return undefined;
  const place = placeOf(Number(row["place"]));
  const reason = String(row["reason_text"] ?? "");
  return { state: stateOf(place), reason, link: place === "barred" ? undefined : linkOf(row) };
}

/** Some URLs that the frontier of a database knows on a host, those met first. */
export function readUrlsOfHost(database: DatabaseSync, host: Host, limit: number): readonly Url[] {
  return database
    .prepare(
      "SELECT url FROM link WHERE host = (SELECT id FROM host WHERE name = ?) ORDER BY id LIMIT ?",
    )
    .all(host, limit)
    .map(({ url }) => asUrl(url));
}

function linkOf(row: Row): FrontierLink {
  return {
    url: asUrl(row["url"]),
    host: asHost(row["host_name"]),
    parent: row["parent_text"] === null ? undefined : asUrl(row["parent_text"]),
    snippet: row["snippet"] === null ? undefined : JSON.parse(String(row["snippet"])),
    why: String(row["why"]),
    model: String(row["model_text"]),
    group: String(row["grp_name"]),
    sequence: Number(row["id"]),
    priority: Number(row["priority"]),
    depth: Number(row["depth"]),
    redirects: Number(row["redirects"]),
    attempts: Number(row["attempts"]),
  };
}
