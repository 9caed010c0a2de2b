import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type EarlierPages,
  openWarcPagesForReading,
  type PageReader,
} from "../../adapters/files/warc-page-store.ts";
import {
  listKnownLinks,
  readCrawlDelays,
  readDiscoveredUrls,
  readHostsRefusedBy,
  readPagesByHost,
  readSqliteFrontier,
  readUrlsOfHost,
  readWaitingByHost,
} from "../../adapters/sqlite/frontier/read-frontier.ts";
import { readSqlitePageIndex } from "../../adapters/sqlite/sqlite-page-index.ts";
import { createSqliteRecordStore } from "../../adapters/sqlite/sqlite-record-store.ts";
import type { KnownLink } from "../../domain/frontier/link.ts";
import type { Host, Url } from "../../domain/url/url.ts";
import { DowserError } from "../../errors.ts";
import type { Frontier } from "../../ports/frontier.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { type ReadableLabels, readLabels } from "./read-labels.ts";
import { RUN_FILES, readRunDatabase } from "./run-database.ts";
import { earlierDirectory } from "./run-project.ts";

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
  close(): Promise<void>;
}

/** The pages of the run that a recrawl comes from, opened when one is first asked for. */
export interface EarlierRunPages {
  readonly get: EarlierPages;
  close(): Promise<void>;
}

/** Returns the pages that the records of a run in a directory may refer to; none unless it is a recrawl. */
export function earlierPages(directory: string): EarlierRunPages {
  let run: ReadableRun | undefined;
  return {
    get: async (url) => {
      const earlier = earlierDirectory(directory);
      if (earlier === undefined) return undefined;
      run ??= openEarlier(directory, earlier);
      return run.pages.get(url);
    },
    close: async () => run?.close(),
  };
}

function openEarlier(directory: string, earlier: string): ReadableRun {
  if (existsSync(join(earlier, RUN_FILES.database))) return readRun(earlier);
  throw new DowserError(`${directory} refers to pages of ${earlier}, which holds no run`, {
    code: "earlier-run-missing",
    reaction: "fix-config",
    value: earlier,
    hint: "put the run back: a recrawl keeps the bodies of unchanged pages there",
  });
}

/**
 * Opens a run's directory; only a run of an older version is changed, to read it.
 * @throws DowserError `no-run`
 */
export function readRun(directory: string): ReadableRun {
  const database = readRunDatabase(directory);
  const earlier = earlierPages(directory);
  const pages = openWarcPagesForReading(
    join(directory, RUN_FILES.pages),
    readSqlitePageIndex(database),
    earlier.get,
  );
  return {
    ...readLabels(directory, database),
    records: createSqliteRecordStore(database),
    frontier: readSqliteFrontier(database),
    pages,
    knownLinks: () => listKnownLinks(database),
    urlsOfHost: (host, limit) => readUrlsOfHost(database, host, limit),
    waitingByHost: () => readWaitingByHost(database),
    pagesByHost: () => readPagesByHost(database),
    hostsRefusedBy: (rule) => readHostsRefusedBy(database, rule),
    discoveredUrls: () => readDiscoveredUrls(database),
    crawlDelays: () => readCrawlDelays(database),
    close: async () => {
      await pages.close();
      await earlier.close();
      database.close();
    },
  };
}
