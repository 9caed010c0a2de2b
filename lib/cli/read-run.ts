import { existsSync } from "node:fs";
import { join } from "node:path";
import { openDatabaseForReading } from "../adapters/local/open-database.ts";
import { readSqliteFrontier } from "../adapters/local/sqlite-frontier-count.ts";
import { createSqliteRecordStore } from "../adapters/local/sqlite-record-store.ts";
import { openWarcPagesForReading, type PageReader } from "../adapters/local/warc-page-store.ts";
import { DowserError } from "../errors.ts";
import type { Frontier } from "../ports/frontier.ts";
import type { RecordStore } from "../ports/record-store.ts";
import { RUN_FILES } from "./open-run.ts";

/** A run as its readers see it; a crawl may be at work in it. */
export interface ReadableRun {
  readonly records: RecordStore;
  readonly frontier: Pick<Frontier, "count">;
  readonly pages: PageReader;
  close(): Promise<void>;
}

/** Opens a run's directory without touching it. */
export function readRun(directory: string): ReadableRun {
  const file = join(directory, RUN_FILES.database);
  if (!existsSync(file)) {
    throw new DowserError(`${directory} holds no run`, {
      code: "no-run",
      reaction: "fix-config",
      value: directory,
      mend: "name the directory that dowser crawl printed, or gave with --out",
    });
  }
  const database = openDatabaseForReading(file);
  const pages = openWarcPagesForReading(join(directory, RUN_FILES.pages), database);
  return {
    records: createSqliteRecordStore(database),
    frontier: readSqliteFrontier(database),
    pages,
    close: async () => {
      await pages.close();
      database.close();
    },
  };
}
