import type { DatabaseSync } from "node:sqlite";
import { linkStateOf } from "../../domain/frontier/link.ts";
import type { AuditedLink } from "../../domain/measures/audit/audit-evidence.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import {
  asHost,
  asUrl,
  type Names,
  type Row,
  readNames,
  SUMMARY,
  snippetText,
  stateOf,
  toReason,
  toSummary,
  urlHash,
} from "./frontier/link-row.ts";

/** A link with all that a crawl decided about it, by name. */
interface LinkDecision {
  readonly url: Url;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The time of a record, and the final state of its link. */
export interface StoredOutcome {
  readonly url: Url;
  readonly host: Host;
  readonly state: string;
  readonly reason: string;
  /** Ms since the epoch; `ms` is the duration. */
  readonly at: number;
  readonly ms: number;
}

const LINK = `SELECT ${SUMMARY}, coalesce((SELECT name FROM host WHERE id = link.host), '') AS host_name,
  coalesce((SELECT name FROM grp WHERE id = link.grp), '') AS group_name, reason, leases, redirects,
  parent IS NOT NULL AND NOT EXISTS (SELECT 1 FROM link AS other WHERE other.id = link.parent) AS orphan
  FROM link`;

/**
 * Reads a run's database as streams for an audit, all as of the time of the call. The database
 * stays in one reading transaction until it is closed, and has no other user.
 */
export function readForAudit(database: DatabaseSync) {
  database.exec("BEGIN");
  const names = readNames(database);
  const toStored = (row: Row) => toLink(row, names);
  const find = database.prepare(
    `${LINK} WHERE host = (SELECT id FROM host WHERE name = ?) AND url_hash = ? AND url = ?`,
  );
  return {
    /** Rows of one URL are adjacent. */
    links: () => rowsOf(database, `${LINK} ORDER BY host, url_hash, url`, toStored),
    /** In order of admission. */
    linksInOrder: () => rowsOf(database, LINKS_IN_ORDER, toDecided(snippetText(database))),
    fetchedLinks: () =>
      rowsOf(database, "SELECT id, url FROM link WHERE state = 4 ORDER BY id", ({ id, url }) => {
        return { sequence: Number(id), url: asUrl(url) };
      }),
    /** Links behind a redirect are left out: no page has them. */
    linksByParent: () =>
      rowsOf(
        database,
        "SELECT parent, url FROM link WHERE parent IS NOT NULL AND redirects = 0 ORDER BY parent",
        ({ parent, url }) => ({ parent: Number(parent), url: asUrl(url) }),
      ),
    /** In order of their numbers. */
    groups: () =>
      rowsOf(database, GROUPS, ({ name, weight, waiting }) => {
        return { name: String(name), weight: Number(weight), isWaiting: waiting === 1 };
      }),
    linkOf(url: Url): AuditedLink | undefined {
      const row = find.get(hostOf(url), urlHash(url), url);
      return row && toStored(row);
    },
    quotas: () =>
      rowsOf(database, "SELECT key, used FROM quota ORDER BY key", ({ key, used }) => {
        return { key: String(key), used: Number(used) };
      }),
    /** By host, then by time. */
    endings: () =>
      rowsOf(
        database,
        `SELECT url, json ->> '$.host' AS host, state, reason, json ->> '$.fetchedAt' AS at,
         json ->> '$.fetchMs' AS ms FROM record ORDER BY host, at, sequence`,
        (row): StoredOutcome => ({
          url: asUrl(row["url"]),
          host: asHost(row["host"]),
          state: String(row["state"]),
          reason: String(row["reason"]),
          at: Number(row["at"]),
          ms: Number(row["ms"]),
        }),
      ),
  };
}

const GROUPS = `SELECT name, weight, id IN (SELECT grp FROM link WHERE state < 3) AS waiting
  FROM grp ORDER BY id`;

const LINKS_IN_ORDER = `SELECT url, state, priority, key, depth, redirects, attempts, leases,
  parent, parent_url, why, snippet,
  (SELECT name FROM grp WHERE id = link.grp) AS "group",
  (SELECT text FROM word WHERE id = link.reason) AS reason,
  (SELECT text FROM word WHERE id = link.model) AS model FROM link ORDER BY id`;

function toDecided(snippetOf: ReturnType<typeof snippetText>) {
  return ({ url, state, ...values }: Row): LinkDecision => {
    const snippet = snippetOf(values["snippet"]);
    return { url: asUrl(url), values: { state: stateOf(state), ...values, snippet } };
  };
}

function* rowsOf<Value>(
  database: DatabaseSync,
  sql: string,
  toValue: (row: Row) => Value,
): Generator<Value, void, undefined> {
  for (const row of database.prepare(sql).iterate()) yield toValue(row);
}

function toLink(row: Row, names: Names): AuditedLink {
  const { url, state, depth } = toSummary(row, names);
  return {
    url,
    host: asHost(row["host_name"]),
    state: linkStateOf(state),
    reason: toReason(row, names),
    isAdmitted: state !== "filtered",
    leases: Number(row["leases"] ?? 0),
    depth,
    group: String(row["group_name"]),
    redirects: Number(row["redirects"] ?? 0),
    isOrphan: row["orphan"] === 1,
  };
}
