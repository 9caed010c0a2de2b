/** What a run was given: need, seeds, labels. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { createFileLabelStore } from "../../adapters/files/file-label-store.ts";
import { readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { createSqliteModelStore } from "../../adapters/sqlite/sqlite-stores.ts";
import type { Need } from "../../domain/methods/strategy.ts";
import { fail } from "../../errors.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import type { ModelStore } from "../../ports/model-store.ts";
import type { RunLog } from "../../ports/run-log.ts";
import { type FoundSeeds, isFoundSeeds } from "../../project/found-seeds.ts";
import { isNeed, keptNeed, needText, reviveNeed } from "../../project/need-text.ts";
import { RUN_FILES, readRunFile, writeRunFile } from "./run-database.ts";

/**
 * Writes the need, with its example pages, to a new file. A run keeps what it read at its first
 * start: pages change or disappear. A resumed crawl must not look for something else, nor ask their
 * hosts again. For click paths it keeps only the URLs: their training crawl has the pages, and
 * their views would be many times as long.
 */
export function saveNeed(file: string, { paths, ...need }: Need): void {
  if (existsSync(file)) return;
  const saved: Need = { ...need, paths: paths && { paths: paths.paths, pages: [] } };
  writeRunFile(file, needText(saved));
}

/**
 * Reads the need from a file, click paths without their pages; returns `undefined` when there is no
 * file.
 * @throws DowserError `run-damaged`
 */
export function loadNeed(file: string): Need | undefined {
  const saved = readRunFile(file, reviveNeed);
  if (saved === undefined) return undefined;
  if (isNeed(saved)) return keptNeed(saved);
  throw fail("run-damaged", { file, fault: "holds no need" });
}

/**
 * Writes the results of a search to a new file. A run keeps the seeds it began with: an engine
 * gives other answers tomorrow, and costs money.
 */
export function saveFoundSeeds(file: string, seeds: FoundSeeds): void {
  if (!existsSync(file)) writeRunFile(file, `${JSON.stringify(seeds, undefined, 2)}\n`);
}

/**
 * Reads the seeds from a file; returns `undefined` when there is no file.
 * @throws DowserError `run-damaged`
 */
export function loadFoundSeeds(file: string): FoundSeeds | undefined {
  const loaded = readRunFile(file);
  if (loaded === undefined || isFoundSeeds(loaded)) return loaded;
  throw fail("run-damaged", { file, fault: "holds no seeds" });
}

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
