import { existsSync } from "node:fs";
import { join } from "node:path";
import { createFileLabelStore } from "../../adapters/files/file-label-store.ts";
import { readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { openWarcPagesForReading, type PageReader } from "../../adapters/files/warc-page-store.ts";
import {
  readCrawlDelays,
  readDiscoveredUrls,
  readSqliteFrontier,
  readUrlsOfHost,
} from "../../adapters/sqlite/frontier/read-frontier.ts";
import { createSqliteModelStore } from "../../adapters/sqlite/sqlite-model-store.ts";
import { readSqlitePageIndex } from "../../adapters/sqlite/sqlite-page-index.ts";
import { createSqliteRecordStore } from "../../adapters/sqlite/sqlite-record-store.ts";
import type { Host, Url } from "../../domain/url/url.ts";
import { DowserError } from "../../errors.ts";
import type { Frontier } from "../../ports/frontier.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import type { ModelStore } from "../../ports/model-store.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import type { RunLog } from "../../ports/run-log.ts";
import { RUN_FILES, readRunDatabase } from "./open-run.ts";

/** A run as its readers see it; a crawl may be running in it. */
export interface ReadableRun {
  readonly records: RecordStore;
  readonly frontier: Pick<Frontier, "count" | "find">;
  readonly pages: PageReader;
  readonly models: Pick<ModelStore, "get">;
  readonly log: Pick<RunLog, "list">;
  /** Labels may be added while the run is read; nothing else may. */
  readonly labels: LabelStore;
  /** Returns some of the URLs discovered on a host, the first ones first. */
  urlsOfHost(host: Host, limit: number): readonly Url[];
  /** Returns for each page the number of URLs discovered by the time of its last link. */
  discoveredUrls(): ReadonlyMap<Url, number>;
  /**
   * Returns the crawl delays of robots.txt files, as far as they are obeyed, in ms; hosts without
   * one are left out.
   */
  crawlDelays(): ReadonlyMap<Host, number>;
  close(): Promise<void>;
}

/** Opens a run's directory; only a run of an older version is changed, to read it. */
export function readRun(directory: string): ReadableRun {
  const file = join(directory, RUN_FILES.database);
  if (!existsSync(file)) {
    throw noRun(directory);
  }
  const database = readRunDatabase(directory);
  const pages = openWarcPagesForReading(
    join(directory, RUN_FILES.pages),
    readSqlitePageIndex(database),
  );
  return {
    records: createSqliteRecordStore(database),
    frontier: readSqliteFrontier(database),
    pages,
    models: createSqliteModelStore(database),
    log: { list: () => readFileRunLog(join(directory, RUN_FILES.log)) },
    labels: createFileLabelStore(join(directory, RUN_FILES.labels)),
    urlsOfHost: (host, limit) => readUrlsOfHost(database, host, limit),
    discoveredUrls: () => readDiscoveredUrls(database),
    crawlDelays: () => readCrawlDelays(database),
    close: async () => {
      await pages.close();
      database.close();
    },
  };
}

/** Makes the error of a directory that never held a crawl. */
export function noRun(directory: string): DowserError {
  return new DowserError(`${directory} holds no run`, {
    code: "no-run",
    reaction: "fix-config",
    value: directory,
    hint: "name the directory that dowser crawl printed, or gave with --out",
  });
}
