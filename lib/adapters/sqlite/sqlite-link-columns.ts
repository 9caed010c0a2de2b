import { hash } from "node:crypto";
import type { SQLOutputValue } from "node:sqlite";
import type { Host, Url } from "../../domain/url/url.ts";

/** Hex digits taken of a URL's SHA-1: 48 bits, an exact double, and not to be made collide on purpose. */
const URL_HASH_DIGITS = 12;

/** A row as SQLite gives it. */
export type Row = Record<string, SQLOutputValue>;

/** What `link.url_hash` holds of a URL. */
export function urlHash(url: Url): number {
  return Number.parseInt(hash("sha1", url, "hex").slice(0, URL_HASH_DIGITS), 16);
}

/** Text that went in as a `Url` comes out as one. */
export function asUrl(value: SQLOutputValue | undefined): Url {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only URLs are written to such a column
  return value as Url;
}

/** Text that went in as a `Host` comes out as one. */
export function asHost(value: SQLOutputValue | undefined): Host {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only hosts are written to such a column
  return value as Host;
}

/** The columns of a link with the texts of its host and its parent, and the tables they are in. */
export const STORED = `link.*, host.name AS host_name,
  coalesce(parent_url, (SELECT url FROM link AS other WHERE other.id = link.parent)) AS parent_text
  FROM link JOIN host ON host.id = link.host`;
