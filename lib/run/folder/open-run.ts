/** Opens the directory of a run to crawl in it, repaired where a process died. */
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { createFileLabelStore } from "../../adapters/files/file-label-store.ts";
import { openFileRunLog, readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { segmentName } from "../../adapters/files/page-segments.ts";
import { cutSegments, findSegmentFaults } from "../../adapters/files/repair-segments.ts";
import { openWarcPageStore } from "../../adapters/files/warc-page-store.ts";
import { keepHeapLean } from "../../adapters/lean-heap.ts";
import { forgetAnswers } from "../../adapters/sqlite/forget-answers.ts";
import { createSqliteFrontier } from "../../adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../../adapters/sqlite/open-database.ts";
import {
  createSqlitePageIndex,
  createSqliteRecordStore,
  readPlaces,
  readSegmentEnds,
} from "../../adapters/sqlite/sqlite-record-store.ts";
import { createLostLinks, createSqliteModelStore } from "../../adapters/sqlite/sqlite-stores.ts";
import { deferCommits } from "../../adapters/sqlite/transact.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import type { CrawlPorts } from "../../crawl/crawl-plan.ts";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import type { LostLink } from "../../domain/frontier/link.ts";
import { fail } from "../../errors.ts";
import { manifestsOf } from "../../features/registry.ts";
import type { Ledger } from "../../ports/ledger.ts";
import type { RunLog } from "../../ports/run-log.ts";
import { printNotice } from "../print/print-line.ts";
import { earlierPages } from "./read-run.ts";
import { migrationOf, RUN_FILES, refuseStrangeFiles } from "./run-database.ts";
import { changedParts, type RunProject, saveRunProject } from "./run-project.ts";

/**
 * Returns the year (UTC) in which the run of a directory began; this year when it has not begun.
 */
export async function beganInYear(directory: string): Promise<number> {
  const [first] = await readFileRunLog(join(directory, RUN_FILES.log));
  return new Date(first?.at ?? Date.now()).getUTCFullYear();
}

/** The stores of one crawl on this machine. */
interface OpenedRun {
  readonly stores: Omit<CrawlPorts, "web" | "gate"> & {
    readonly lostLinks: Ledger<LostLink["sequence"], LostLink>;
  };
  close(): Promise<void>;
}

/**
 * Opens the run kept in `directory`, or begins one there; nothing is created before. Only one
 * process at a time may use a directory.
 */
export async function openRun(
  directory: string,
  asked: RunProject,
  policy: FrontierPolicy,
): Promise<OpenedRun> {
  keepHeapLean();
  makeDirectory(directory);
  refuseStrangeFiles(directory);
  refuseRunWithoutDatabase(directory);
  const database = openDatabase(join(directory, RUN_FILES.database), migrationOf(directory));
  try {
    const before = changedParts(directory, asked);
    if (before === undefined) saveRunProject(directory, asked);
    const folder = join(directory, RUN_FILES.pages);
    const index = createSqlitePageIndex(database);
    const log = await openFileRunLog(join(directory, RUN_FILES.log));
    await repairRun({ database, pages: folder, policy, log, now: systemClock.now() });
    const earlier = earlierPages(directory);
    const pages = openWarcPageStore(folder, {
      index,
      earlier: earlier.get,
      storesOnce: manifestsOf(asked).some(({ storesOnce }) => storesOnce),
    });
    const stores = {
      frontier: createSqliteFrontier(database, policy, systemClock.now()),
      records: createSqliteRecordStore(database),
      models: createSqliteModelStore(database),
      lostLinks: createLostLinks(database, "durable"),
      labels: createFileLabelStore(join(directory, RUN_FILES.labels)),
      log,
      pages,
      clock: systemClock,
    };
    if (before !== undefined) {
      // First the log: what the run was decided by is known, whenever a kill comes.
      const { records } = await stores.records.totals();
      const { leased } = (await stores.frontier.count()).states;
      const detail = { before, records, leased };
      await log.append({ at: systemClock.now(), kind: "changed", detail });
      saveRunProject(directory, asked);
    }
    const deferred = deferCommits(database);
    return {
      stores: { ...stores, log: endingLog(log, deferred) },
      close: async () => {
        await pages.close();
        await earlier.close();
        deferred.end();
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A log that says of the end of a run when all that the run did is stored: a kill in between takes nothing back. */
function endingLog(log: RunLog, deferred: { commit(): void }): RunLog {
  return {
    list: () => log.list(),
    append: async (event) => {
      if (event.kind === "finished" || event.kind === "paused") deferred.commit();
      await log.append(event);
    },
  };
}

/**
 * Makes a directory with those above it. On a read-only file system Node says that the directory
 * does not exist; the nearest one that exists has the true error.
 */
function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    let above = resolve(directory);
    while (!existsSync(above)) above = dirname(above);
    accessSync(above, constants.W_OK);
    throw error;
  }
}

/**
 * Refuses a log without a database: the log is made later, so a part of the run was lost or not
 * copied.
 */
function refuseRunWithoutDatabase(directory: string): void {
  const database = join(directory, RUN_FILES.database);
  if (existsSync(database) || !existsSync(join(directory, RUN_FILES.log))) return;
  throw fail("run-damaged", { file: database, fault: "is missing" });
}

/** The run to repair. */
interface DamagedRun {
  readonly database: DatabaseSync;
  /** Folder of the segments. */
  readonly pages: string;
  readonly policy: FrontierPolicy;
  readonly log: Pick<RunLog, "append">;
  readonly now: number;
}

/**
 * Makes the index of a run agree with what its segments still hold after a crash, a power failure or
 * a lost file. Links whose answers were lost are queued again. Says so on standard error and in the
 * log. Takes the time to read the last segment once.
 */
async function repairRun({ database, pages, policy, log, now }: DamagedRun): Promise<void> {
  const index = {
    ends: () => readSegmentEnds(database),
    placesIn: (segment: number) => [...readPlaces(database, segment)],
  };
  const faults = await findSegmentFaults(pages, index);
  if (faults.lost.length > 0 || faults.moved.length > 0) {
    forgetAnswers(database, policy, faults, segmentName);
    // A page whose rendered form is lost is fetched again, too.
    const ofPages = faults.lost.filter(({ kind }) => kind !== "head").map(({ url }) => url);
    const lost = new Set(ofPages).size;
    const heads = faults.lost.filter(({ kind }) => kind === "head").length;
    const segments = [...new Set(faults.lost.map(({ segment }) => segmentName(segment)))];
    const detail = { pages: lost, otherAnswers: heads, moved: faults.moved.length, segments };
    await log.append({ at: now, kind: "repaired", detail });
    if (faults.lost.length > 0) {
      printNotice(
        `${lost} pages and ${heads} other answers are missing or damaged in ${segments.join(", ")}: their links are queued again`,
      );
    }
  }
  cutSegments(pages, index);
}
