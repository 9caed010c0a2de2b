import type { DatabaseSync } from "node:sqlite";
import { FrontierTally, type StateCount } from "../../../domain/frontier/frontier-policy.ts";
import { type KnownLink, linkStateOf } from "../../../domain/frontier/link.ts";
import { hostOf } from "../../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../../domain/web/url/url.ts";
import type { Frontier, PlacedLink, QueuedLinks } from "../../../ports/frontier.ts";
import { readChanceCount } from "./chance-order.ts";
import {
  asHost,
  asUrl,
  LINK,
  type Names,
  type Row,
  readNames,
  stateOf,
  toLink,
  toReason,
  urlHash,
} from "./link-row.ts";

/** Reads a frontier from a database open for reading, even during a crawl: each call counts again. */
export function readSqliteFrontier(database: DatabaseSync): Pick<Frontier, "count" | "find"> {
  return {
    async find(url) {
      return findLink(database, url);
    },
    async count() {
      database.exec("BEGIN");
      try {
        const tally = new FrontierTally(countByState(database));
        return {
          states: tally.states(),
          reasons: tally.reasons(),
          hosts: countHosts(database),
          layer: readLayer(database),
          waitingByGroup: tally.waitingByGroup(),
          chance: readChanceCount(database),
        };
      } finally {
        database.exec("COMMIT");
      }
    },
  };
}

/** Returns what a database's frontier knows of a URL; `undefined` if the URL was never offered. */
export function findLink(database: DatabaseSync, url: Url): KnownLink | undefined {
  const row = database
    .prepare(`SELECT ${LINK} WHERE host.name = ? AND link.url_hash = ? AND link.url = ?`)
    .get(hostOf(url), urlHash(url), url);
  if (row === undefined) return undefined;
  return toKnownLink(row, readNames(database));
}

function toKnownLink(row: Row, names: Names): KnownLink {
  const state = stateOf(row["state"]);
  return {
    state: linkStateOf(state),
    reason: toReason(row, names),
    link: state === "filtered" ? undefined : toLink(row, names),
  };
}

/** Links read at a time when all are listed: a few hundred kB. */
const LIST_BATCH = 500;

/** Lists all URLs with what is known of them, in order of discovery; few are in memory at once. */
export function* listKnownLinks(
  database: DatabaseSync,
): Iterable<KnownLink & { readonly url: Url }> {
  const names = readNames(database);
  const after = database.prepare(
    `SELECT ${LINK} WHERE link.id > ? ORDER BY link.id LIMIT ${LIST_BATCH}`,
  );
  let rows = after.all(-1);
  while (rows.length > 0) {
    for (const row of rows) yield { url: asUrl(row["url"]), ...toKnownLink(row, names) };
    rows = after.all(Number(rows.at(-1)?.["id"]));
  }
}

/**
 * Counts URLs by state, reason and group. Those that wait are most of them and have no reason: their
 * index is read alone, in its own order, so that nothing is sorted.
 */
export function* countByState(database: DatabaseSync): Iterable<StateCount> {
  const rows = database
    .prepare(
      `SELECT state, (SELECT text FROM word WHERE id = counted.reason) AS reason,
       (SELECT name FROM grp WHERE id = counted.grp) AS grp_name, count
       FROM (
         SELECT 0 AS state, NULL AS reason, grp, sum(count) AS count
         FROM (SELECT grp, count(*) AS count FROM link WHERE state = 0 GROUP BY host, grp) GROUP BY grp
         UNION ALL
         SELECT state, reason, grp, count(*) FROM link WHERE state <> 0 GROUP BY state, reason, grp
       ) AS counted ORDER BY state, counted.reason, counted.grp`,
    )
    .all();
  for (const { state, reason, grp_name: group, count } of rows) {
    yield {
      state: stateOf(state),
      reason: String(reason ?? ""),
      group: String(group ?? ""),
      count: Number(count),
    };
  }
}

/** Counts the hosts of admitted URLs. */
export function countHosts(database: DatabaseSync): number {
  return Number(database.prepare("SELECT count(*) AS n FROM host WHERE is_admitted").get()?.["n"]);
}

/** Returns the best queued links and the hosts with most of them, at most so many: it reads the whole index of queued links. */
export function readQueue(
  database: DatabaseSync,
  { links, hosts }: Readonly<Record<keyof QueuedLinks, number>>,
): QueuedLinks {
  const names = readNames(database);
  const best = database.prepare(
    `SELECT ${LINK} WHERE link.id IN (SELECT id FROM link WHERE state = 0 ORDER BY key DESC, id LIMIT ?)
     ORDER BY key DESC, link.id`,
  );
  const most = database.prepare(
    `SELECT host.name AS name, queued FROM (
       SELECT host, count(*) AS queued FROM link WHERE state = 0 GROUP BY host
     ) AS counted JOIN host ON host.id = counted.host ORDER BY queued DESC, host.id LIMIT ?`,
  );
  return {
    hosts: most
      .all(hosts)
      .map(({ name, queued }) => ({ host: asHost(name), queued: Number(queued) })),
    links: best
      .all(links)
      .map((row) => toLink(row, names))
      .map(({ url, host, priority, group, depth, why }) => ({
        url,
        host,
        priority,
        group,
        depth,
        why,
      })),
  };
}

/** Returns what a database's frontier knows of a URL, and its place in the queue: it reads the whole index of queued links. */
export function placeOf(database: DatabaseSync, url: Url): PlacedLink | undefined {
  const row = database
    .prepare(`SELECT ${LINK} WHERE host.name = ? AND link.url_hash = ? AND link.url = ?`)
    .get(hostOf(url), urlHash(url), url);
  if (row === undefined) return undefined;
  const state = stateOf(row["state"]);
  const { reason, link } = toKnownLink(row, readNames(database));
  if (state !== "queued") return { state, reason, link, before: undefined };
  const counted = database
    .prepare(
      `SELECT count(*) AS before, coalesce(sum(other.host = link.host), 0) AS at_host
       FROM link, link AS other WHERE link.id = ? AND other.state = 0
       AND (other.key > link.key OR (other.key = link.key AND other.id < link.id))`,
    )
    .get(Number(row["id"]));
  const before = { all: Number(counted?.["before"]), atHost: Number(counted?.["at_host"]) };
  return { state, reason, link, before };
}

/** Returns the number of layers begun. */
export function readLayer(database: DatabaseSync): number {
  const row = database.prepare("SELECT value FROM fact WHERE name = 'layer'").get();
  return Number(row?.["value"] ?? 0);
}

/** Returns some of the known URLs of a host, the first discovered first. */
export function readUrlsOfHost(database: DatabaseSync, host: Host, limit: number): readonly Url[] {
  return database
    .prepare(
      "SELECT url FROM link WHERE host = (SELECT id FROM host WHERE name = ?) ORDER BY id LIMIT ?",
    )
    .all(host, limit)
    .map(({ url }) => asUrl(url));
}

/** Returns the hosts with URLs that a rule of the scope refused when they were discovered. */
export function readHostsRefusedBy(database: DatabaseSync, rule: string): readonly Host[] {
  return database
    .prepare(
      `SELECT name FROM host WHERE id IN (SELECT host FROM link
       WHERE state = 8 AND reason = (SELECT id FROM word WHERE text = ?)) ORDER BY id`,
    )
    .all(rule)
    .map(({ name }) => asHost(name));
}

/** Counts the URLs that wait on each host; hosts that have none are left out. The indexes are named: SQLite would read all links. */
export function readWaitingByHost(database: DatabaseSync): ReadonlyMap<Host, number> {
  const rows = database
    .prepare(
      `SELECT name, sum(n) AS waiting FROM host JOIN (
         SELECT host, count(*) AS n FROM link INDEXED BY link_queued WHERE state = 0 GROUP BY host
         UNION ALL SELECT host, count(*) FROM link INDEXED BY link_postponed WHERE state = 1 GROUP BY host
         UNION ALL SELECT host, count(*) FROM link INDEXED BY link_next_layer WHERE state = 2 GROUP BY host
       ) AS queue ON queue.host = host.id GROUP BY host.id`,
    )
    .all();
  return new Map(rows.map(({ name, waiting }) => [asHost(name), Number(waiting)]));
}

/** Counts the pages fetched from each host; hosts that have none are left out. */
export function readPagesByHost(database: DatabaseSync): ReadonlyMap<Host, number> {
  const rows = database
    .prepare(
      `SELECT host.name AS name, count(*) AS pages FROM link JOIN host ON host.id = link.host
       WHERE link.state = 4 AND link.reason = (SELECT id FROM word WHERE text = 'page')
       GROUP BY link.host`,
    )
    .all();
  return new Map(rows.map(({ name, pages }) => [asHost(name), Number(pages)]));
}

/** Returns hosts whose robots.txt asks for a crawl delay, with the delay as far as it is obeyed, in ms. */
export function readCrawlDelays(database: DatabaseSync): ReadonlyMap<Host, number> {
  const rows = database
    .prepare("SELECT name, crawl_delay_ms AS delay FROM host WHERE crawl_delay_ms > 0")
    .all();
  return new Map(rows.map(({ name, delay }) => [asHost(name), Number(delay)]));
}

/**
 * Returns page → number of URLs discovered by the time its last link was. URLs are numbered in
 * order of discovery, and a URL counts for the parent on its shortest path. A URL out of scope has
 * no parent: it counts with the next one in scope.
 */
export function readDiscoveredUrls(database: DatabaseSync): ReadonlyMap<Url, number> {
  const rows = database
    .prepare(
      `SELECT page.url AS url, max(link.id) AS discovered FROM link
       JOIN link AS page ON page.id = link.parent GROUP BY link.parent`,
    )
    .iterate();
  const discovered = new Map<Url, number>();
  for (const row of rows) discovered.set(asUrl(row["url"]), Number(row["discovered"]));
  return discovered;
}
