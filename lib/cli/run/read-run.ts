import { join } from "node:path";
import { openWarcPagesForReading, type PageReader } from "../../adapters/files/warc-page-store.ts";
import {
  listKnownLinks,
  readCrawlDelays,
  readDiscoveredUrls,
  readHostsRefusedBy,
  readSqliteFrontier,
  readUrlsOfHost,
  readWaitingByHost,
} from "../../adapters/sqlite/frontier/read-frontier.ts";
import { readSqlitePageIndex } from "../../adapters/sqlite/sqlite-page-index.ts";
import { createSqliteRecordStore } from "../../adapters/sqlite/sqlite-record-store.ts";
import type { KnownLink } from "../../domain/frontier/link.ts";
import type { Host, Url } from "../../domain/url/url.ts";
import type { Frontier } from "../../ports/frontier.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { type ReadableLabels, readLabels } from "./read-labels.ts";
import { RUN_FILES, readRunDatabase } from "./run-database.ts";

/** A run as its readers see it; a crawl may be running in it. Nothing but labels may be added. */
export interface ReadableRun extends ReadableLabels {
  readonly records: RecordStore;
  readonly frontier: Pick<Frontier, "count" | "find">;
  readonly pages: PageReader;
  /** Lists all URLs with what is known of them, in order of discovery. */
  knownLinks(): Iterable<KnownLink & { readonly url: Url }>;
  /** Returns some of the URLs discovered on a host, the first ones first. */
  urlsOfHost(host: Host, limit: number): readonly Url[];
  /** Returns the number of URLs that wait on each host, without hosts that have none. */
  waitingByHost(): ReadonlyMap<Host, number>;
  /** Returns the hosts with URLs that a rule of the scope refused when they were discovered. */
  hostsRefusedBy(rule: string): readonly Host[];
  /** Returns for each page the number of URLs discovered by the time of its last link. */
  discoveredUrls(): ReadonlyMap<Url, number>;
  /**
   * Returns the crawl delays of robots.txt files, as far as they are obeyed, in ms; hosts without
   * one are left out.
   */
  crawlDelays(): ReadonlyMap<Host, number>;
  close(): Promise<void>;
}

/**
 * Opens a run's directory; only a run of an older version is changed, to read it.
 * @throws DowserError `no-run`
 */
export function readRun(directory: string): ReadableRun {
  const database = readRunDatabase(directory);
  const pages = openWarcPagesForReading(
    join(directory, RUN_FILES.pages),
    readSqlitePageIndex(database),
  );
  return {
    ...readLabels(directory, database),
    records: createSqliteRecordStore(database),
    frontier: readSqliteFrontier(database),
    pages,
    knownLinks: () => listKnownLinks(database),
    urlsOfHost: (host, limit) => readUrlsOfHost(database, host, limit),
    waitingByHost: () => readWaitingByHost(database),
    hostsRefusedBy: (rule) => readHostsRefusedBy(database, rule),
    discoveredUrls: () => readDiscoveredUrls(database),
    crawlDelays: () => readCrawlDelays(database),
    close: async () => {
      await pages.close();
      database.close();
    },
  };
}
