import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { openFileRunLog } from "../adapters/local/file-run-log.ts";
import { openDatabase } from "../adapters/local/open-database.ts";
import { createSqliteFrontier } from "../adapters/local/sqlite-frontier.ts";
import { createSqliteModelStore } from "../adapters/local/sqlite-model-store.ts";
import { createSqliteRecordStore } from "../adapters/local/sqlite-record-store.ts";
import { systemClock } from "../adapters/local/system-clock.ts";
import { deferCommits } from "../adapters/local/transact.ts";
import { openWarcPageStore } from "../adapters/local/warc-page-store.ts";
import type { Project } from "../config/project-schema.ts";
import type { CrawlPorts } from "../crawl/crawl.ts";
import type { FrontierPolicy } from "../domain/frontier/frontier-policy.ts";
import { DowserError } from "../errors.ts";

/** Names inside a run's directory. */
export const RUN_FILES = {
  project: "project.json",
  database: "crawl.sqlite",
  pages: "pages",
  log: "log.jsonl",
} as const;

/** The stores of one crawl on this machine. */
export interface OpenedRun {
  readonly stores: Omit<CrawlPorts, "web" | "gate">;
  close(): Promise<void>;
}

/** Opens the run kept in `directory`, or begins one there. A directory is one process's at a time. */
export async function openRun(
  directory: string,
  project: Project,
  policy: FrontierPolicy,
): Promise<OpenedRun> {
  mkdirSync(directory, { recursive: true });
  const database = openDatabase(join(directory, RUN_FILES.database));
  try {
    claimDirectory(directory, project);
    const pages = openWarcPageStore(join(directory, RUN_FILES.pages), { database });
    const stores = {
      frontier: createSqliteFrontier(database, policy),
      records: createSqliteRecordStore(database),
      models: createSqliteModelStore(database),
      log: await openFileRunLog(join(directory, RUN_FILES.log)),
      pages,
      clock: systemClock,
    };
    const deferred = deferCommits(database);
    return {
      stores,
      close: async () => {
        await pages.close();
        deferred.end();
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Sections that a run's decisions stand on: with another value the rest would be another crawl. */
const FIXED_SECTIONS = ["need", "seeds", "strategy", "scope", "frontier", "seed"] as const;

function claimDirectory(directory: string, project: Project): void {
  const file = join(directory, RUN_FILES.project);
  if (existsSync(file)) {
    const kept: Project = JSON.parse(readFileSync(file, "utf8"));
    const now: Project = JSON.parse(JSON.stringify(project));
    const changed = FIXED_SECTIONS.filter((key) => !isDeepStrictEqual(kept[key], now[key]));
    if (changed.length > 0) {
      throw new DowserError(`${directory} holds a crawl with another ${changed.join(", ")}`, {
        code: "run-of-another-project",
        reaction: "fix-config",
        value: directory,
        mend: "name another directory with --out, or undo the change; budget and politeness may change between runs",
      });
    }
  }
  writeFileSync(file, `${JSON.stringify(project, undefined, 2)}\n`);
}
