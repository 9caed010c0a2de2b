/** Reads the database of a run as it is: its crawl while it may be going on, and all tables for an audit. */
import type { DatabaseSync } from "node:sqlite";
import type {
  HostRow,
  LinkRow,
  QueueRow,
  RecordRow,
  RunTables,
  ServerRow,
} from "../../domain/measures/audit/table-evidence.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import type { Frontier, ReportedLinks } from "../../ports/frontier.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { modelHash } from "../model-hash.ts";
import { asHost, asUrl, type Row, snippetText, storedState, urlHash } from "./frontier/link-row.ts";
import {
  listKnownLinks,
  readCrawlDelays,
  readDiscoveredUrls,
  readHostsRefusedBy,
  readPagesByHost,
  readSqliteFrontier,
  readUrlsOfHost,
  readWaitingByHost,
} from "./frontier/read-frontier.ts";
import { createSqliteRecordStore, toRecord } from "./sqlite-record-store.ts";
import { modelText, prepareModel } from "./sqlite-stores.ts";

const LINKS = `SELECT link.*, host.name AS host_name, grp.name AS group_name,
  why.text AS reason_text, model.text AS model_text, other.url AS parent_link,
  other.depth AS parent_depth, other.state AS parent_state
  FROM link LEFT JOIN host ON host.id = link.host LEFT JOIN grp ON grp.id = link.grp
  LEFT JOIN word AS why ON why.id = link.reason LEFT JOIN word AS model ON model.id = link.model
  LEFT JOIN link AS other ON other.id = link.parent ORDER BY link.id`;

const HOSTS = `SELECT host.*,
  (SELECT name FROM server WHERE id = host.server AND address > 0) AS server_name,
  (SELECT name FROM server WHERE id = host.parked_at) AS parked_name,
  (SELECT call FROM server WHERE id = host.parked_at) AS parked_call,
  (SELECT count(*) FROM link INDEXED BY link_url WHERE host = host.id AND state = 3) AS leased_links,
  EXISTS (SELECT 1 FROM link WHERE host = host.id AND state <> 8) AS has_admitted,
  EXISTS (SELECT 1 FROM link WHERE host = host.id) AS has_link
  FROM host ORDER BY host.id`;

const SERVERS = `SELECT server.*,
  (SELECT name FROM server AS other WHERE other.id = server.address AND other.address = 0)
    AS address_name,
  (SELECT coalesce(sum((SELECT count(*) FROM link INDEXED BY link_url
    WHERE host = host.id AND state = 3)), 0) FROM host WHERE host.server = server.id) AS leased_links
  FROM server ORDER BY server.id`;

const DOMAINS = `SELECT domain.name, server.name AS server_name
  FROM domain LEFT JOIN server ON server.id = domain.server AND server.address > 0`;

const FIRST = `FROM link INDEXED BY link_queued
  WHERE host = pair.host AND grp = pair.grp AND state = 0 ORDER BY key DESC, id LIMIT 1`;

const QUEUES = `SELECT host.name AS host_name, grp.name AS group_name, head, host_queue.key AS key,
  is_ready, host.availability AS availability, (SELECT id ${FIRST}) AS first_link,
  (SELECT key ${FIRST}) AS first_key
  FROM (SELECT host, grp FROM host_queue UNION
        SELECT DISTINCT host, grp FROM link WHERE state = 0 AND grp IN (SELECT grp FROM host_queue)
       ) AS pair
  LEFT JOIN host_queue ON host_queue.host = pair.host AND host_queue.grp = pair.grp
  LEFT JOIN host ON host.id = pair.host LEFT JOIN grp ON grp.id = pair.grp`;

/** Columns that only admitted links have. */
const OF_ADMITTED = [
  "grp",
  "priority",
  "key",
  "depth",
  "redirects",
  "attempts",
  "leases",
  "model",
  "why",
];

function isAsHashed(
  model: Readonly<Record<string, unknown>>,
  rowOf: ReturnType<typeof prepareModel>,
): boolean {
  try {
    return modelHash(modelText(model, rowOf)) === model["hash"];
  } catch {
    return false;
  }
}

/** Reads the tables of a run's database as they are, row by row, for an audit. */
export function readTables(database: DatabaseSync): RunTables {
  const model = prepareModel(database);
  const snippetOf = snippetText(database);
  const rows = (sql: string) => database.prepare(sql).iterate();
  return {
    *records() {
      for (const row of rows("SELECT * FROM record ORDER BY sequence")) yield toRecordRow(row);
    },
    *links() {
      for (const row of rows(LINKS))
        yield { ...toLinkRow(row), snippet: snippetOf(row["snippet"]) };
    },
    *hosts() {
      for (const row of rows(HOSTS)) yield toHostRow(row);
    },
    *servers() {
      for (const row of rows(SERVERS)) yield toServerRow(row);
    },
    *domains() {
      for (const { name, server_name: server } of rows(DOMAINS)) {
        yield { domain: String(name), server: textOf(server) };
      }
    },
    *queues() {
      for (const row of rows(QUEUES)) yield toQueueRow(row);
    },
    *models() {
      for (const row of rows("SELECT * FROM model")) {
        yield { hash: String(row["hash"]), isAsHashed: isAsHashed(row, model) };
      }
    },
    hasModel: (hash) => model(hash) !== undefined,
    *groups() {
      for (const { name, weight } of rows("SELECT name, weight FROM grp ORDER BY id")) {
        yield { name: String(name), weight: Number(weight) };
      }
    },
    *facts() {
      for (const { name, value } of rows("SELECT * FROM fact")) {
        yield { name: String(name), value: Number(value) };
      }
    },
    *events() {
      for (const { at, kind, detail } of rows("SELECT * FROM event ORDER BY id")) {
        yield { at: Number(at), kind: String(kind), detail: JSON.parse(String(detail)) };
      }
    },
  };
}

function toRecordRow(row: Row): RecordRow {
  return {
    url: String(row["url"]),
    state: String(row["state"]),
    reason: String(row["reason"]),
    isTarget: numberOf(row["is_target"]),
    bodyBytes: numberOf(row["body_bytes"]),
    record: toRecord(row),
  };
}

function toLinkRow(row: Row): Omit<LinkRow, "snippet"> {
  const url = asUrl(row["url"]);
  const parent = textOf(row["parent_link"]);
  return {
    sequence: Number(row["id"]),
    url,
    host: row["host_name"] === null ? undefined : asHost(row["host_name"]),
    hasOwnHash: row["url_hash"] === urlHash(url),
    state: storedState(row["state"]),
    group: textOf(row["group_name"]),
    model: textOf(row["model_text"]),
    reason: textOf(row["reason_text"]),
    priority: numberOf(row["priority"]),
    key: numberOf(row["key"]),
    depth: numberOf(row["depth"]),
    redirects: numberOf(row["redirects"]),
    attempts: numberOf(row["attempts"]),
    leases: numberOf(row["leases"]),
    notBefore: numberOf(row["not_before"]),
    emptyColumns: OF_ADMITTED.filter((column) => row[column] === null).length,
    hasReason: row["reason"] !== null,
    parentUrl: textOf(row["parent_url"]) ?? null,
    parent:
      parent === undefined
        ? undefined
        : {
            url: asUrl(parent),
            depth: Number(row["parent_depth"]),
            state: Number(row["parent_state"]),
          },
  };
}

function toHostRow(row: Row): HostRow {
  return {
    host: asHost(row["name"]),
    isAdmitted: Number(row["is_admitted"]),
    availability: Number(row["availability"]),
    server: namedBy(row["server"], row["server_name"]),
    parkedAt: namedBy(row["parked_at"], row["parked_name"]),
    isCalled: Number(row["parked_call"] ?? 0) > 0,
    leased: Number(row["leased"]),
    nextAllowedAt: Number(row["next_allowed_at"]),
    delayMs: Number(row["delay_ms"]),
    baseDelayMs: Number(row["base_delay_ms"]),
    crawlDelayMs: Number(row["crawl_delay_ms"]),
    notBefore: Number(row["not_before"]),
    consecutiveFailures: Number(row["consecutive_failures"]),
    leasedLinks: Number(row["leased_links"]),
    hasAdmittedLink: row["has_admitted"] === 1,
    hasLink: row["has_link"] === 1,
  };
}

/** Gives the name that a number refers to: `null` for 0, `undefined` where there is no such row. */
function namedBy(id: Row[string] | undefined, name: Row[string] | undefined) {
  return id === 0 ? null : textOf(name);
}

function toServerRow(row: Row): ServerRow {
  return {
    name: String(row["name"]),
    address: textOf(row["address_name"]),
    hasAddress: row["address"] !== 0,
    nextAllowedAt: Number(row["next_at"]),
    slowedMs: Number(row["slowed_ms"]),
    leased: Number(row["leased"]),
    leasedLinks: Number(row["leased_links"]),
    call: Number(row["call"]),
  };
}

function toQueueRow(row: Row): QueueRow {
  return {
    host: textOf(row["host_name"]) ?? "",
    group: textOf(row["group_name"]) ?? "",
    head: numberOf(row["head"]),
    key: numberOf(row["key"]),
    isReady: row["is_ready"] === 1,
    isHostReady: row["availability"] === 0,
    firstLink: numberOf(row["first_link"]),
    firstKey: numberOf(row["first_key"]),
  };
}

function numberOf(value: Row[string] | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

function textOf(value: Row[string] | undefined): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}

/** What the database of a crawl tells; a crawl may be running in it. */
export interface ReadableCrawl extends ReportedLinks {
  readonly records: RecordStore;
  readonly frontier: Pick<Frontier, "count" | "find">;
  /** Returns some of the URLs discovered on a host, the first ones first. */
  urlsOfHost(host: Host, limit: number): readonly Url[];
  /** Returns the number of pages fetched from each host, without hosts that have none. */
  pagesByHost(): ReadonlyMap<Host, number>;
}

/** Reads a crawl from a database open for reading: each call reads again. */
export function readCrawl(database: DatabaseSync): ReadableCrawl {
  return {
    records: createSqliteRecordStore(database),
    frontier: readSqliteFrontier(database),
    knownLinks: () => listKnownLinks(database),
    urlsOfHost: (host, limit) => readUrlsOfHost(database, host, limit),
    waitingByHost: () => readWaitingByHost(database),
    pagesByHost: () => readPagesByHost(database),
    hostsRefusedBy: (rule) => readHostsRefusedBy(database, rule),
    discoveredUrls: () => readDiscoveredUrls(database),
    crawlDelays: () => readCrawlDelays(database),
  };
}
