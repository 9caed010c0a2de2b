import type { DatabaseSync } from "node:sqlite";
import type { KnownLink } from "../../domain/frontier/link.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import type { Frontier } from "../../ports/frontier.ts";
import type { RecordStore } from "../../ports/record-store.ts";
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
import { createSqliteRecordStore } from "./sqlite-record-store.ts";

/** What the database of a crawl tells; a crawl may be running in it. */
export interface ReadableCrawl {
  readonly records: RecordStore;
  readonly frontier: Pick<Frontier, "count" | "find">;
  /** Lists all URLs with what is known of them, in order of discovery. */
  knownLinks(): Iterable<KnownLink & { readonly url: Url }>;
  /** Returns some of the URLs discovered on a host, the first ones first. */
  urlsOfHost(host: Host, limit: number): readonly Url[];
  /** Returns the number of URLs that wait on each host, without hosts that have none. */
  waitingByHost(): ReadonlyMap<Host, number>;
  /** Returns the number of pages fetched from each host, without hosts that have none. */
  pagesByHost(): ReadonlyMap<Host, number>;
  /** Returns the hosts with URLs that a rule of the scope refused when they were discovered. */
  hostsRefusedBy(rule: string): readonly Host[];
  /** Returns for each page the number of URLs discovered by the time of its last link. */
  discoveredUrls(): ReadonlyMap<Url, number>;
  /**
   * Returns the crawl delays of robots.txt files, as far as they are obeyed, in ms; hosts without
   * one are left out.
   */
  crawlDelays(): ReadonlyMap<Host, number>;
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
