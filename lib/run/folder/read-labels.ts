import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { createFileLabelStore } from "../../adapters/files/file-label-store.ts";
import { readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { createSqliteModelStore } from "../../adapters/sqlite/sqlite-model-store.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import type { ModelStore } from "../../ports/model-store.ts";
import type { RunLog } from "../../ports/run-log.ts";
import { RUN_FILES } from "./run-database.ts";

/** The labels of a run, and what tells which of them its crawl has applied. */
export interface ReadableLabels {
  /** Labels may be added while the run is read. */
  readonly labels: LabelStore;
  readonly log: Pick<RunLog, "list">;
  readonly models: Pick<ModelStore, "get">;
}

/** Reads the labels of a run with its database; pages and links take long to load and are not needed. */
export function readLabels(directory: string, database: DatabaseSync): ReadableLabels {
  return {
    labels: createFileLabelStore(join(directory, RUN_FILES.labels)),
    log: { list: () => readFileRunLog(join(directory, RUN_FILES.log)) },
    models: createSqliteModelStore(database),
  };
}
