import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { blobPageReader } from "../../lib/adapters/blobs/blob-pages.ts";
import {
  changeEvents,
  forgetPages,
  listUrls,
  queriesOfLinks,
} from "../../lib/adapters/sqlite/forget-pages.ts";
import {
  placeOf,
  readQueue,
  readSqliteFrontier,
} from "../../lib/adapters/sqlite/frontier/read-frontier.ts";
import { createSqliteFrontier } from "../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { catchUp, openJournal, restoreDatabase } from "../../lib/adapters/sqlite/journal.ts";
import { databaseBytes } from "../../lib/adapters/sqlite/journal-snapshot.ts";
import { rewriteJournal } from "../../lib/adapters/sqlite/rewrite-journal.ts";
import { createSqliteRecordStore } from "../../lib/adapters/sqlite/sqlite-record-store.ts";
import {
  createLostLinks,
  createSentBatches,
  createSqliteRunLog,
} from "../../lib/adapters/sqlite/sqlite-stores.ts";
import { systemClock } from "../../lib/adapters/system-clock.ts";
import { FORGOTTEN } from "../../lib/crawl/crawl-rules.ts";
import { longestTail, type SnapshotTail } from "../../lib/domain/cost/snapshots.ts";
import { FORGOTTEN_QUERY } from "../../lib/features/forget/forgotten-texts.ts";
import type { BlobStore } from "../../lib/ports/blob-store.ts";
import type { Clock } from "../../lib/ports/clock.ts";
import type { Frontier } from "../../lib/ports/frontier.ts";
import type { JournalPosition, JournalSnapshot, SnapshotFault } from "../../lib/ports/journal.ts";
import type { RecordStore } from "../../lib/ports/record-store.ts";
import type { RunLog } from "../../lib/ports/run-log.ts";
import { PLANNER_DISK_BYTES, SNAPSHOT_TAIL } from "../../lib/project/stack-limits.ts";
import type { OpenForgettable } from "../../lib/stack/forget-crawl.ts";
import type { ExportPorts } from "../../lib/stack/make-export.ts";
import type { EndedStores, PlannerPorts } from "../../lib/stack/stack-ports.ts";
import type { TrainerPorts } from "../../lib/stack/trainer.ts";

/** Tables that a training reads; waiting links, most of a journal, are not needed. */
const TRAINING_TABLES = ["record"];

/**
 * Creates a function that restores a crawl's stores from its journal, in a local file that is
 * deleted afterwards.
 */
export function storesOpener(
  blobs: Pick<BlobStore, "get" | "putNew" | "remove">,
  clock: Pick<Clock, "now">,
  tail: SnapshotTail = SNAPSHOT_TAIL,
  diskBytes = PLANNER_DISK_BYTES,
): PlannerPorts["openStores"] {
  return async (policy, position, epoch, snapshot) => {
    const migrations: Readonly<Record<"from" | "to", number>>[] = [];
    const onMigrated = (from: number, to: number) => {
      migrations.push({ from, to });
    };
    let tailBytes = 0;
    let snapshotFault: SnapshotFault | undefined;
    const { database, discard } = await restoreInFolder("crawl", blobs, position, {
      snapshot,
      onMigrated,
      onSegment: (bytes) => {
        tailBytes += bytes;
      },
      onFault: (fault) => {
        [snapshotFault, tailBytes] = [fault, 0];
      },
    });
    const journal = openJournal(database, blobs, { epoch, position, tailBytes });
    const records = createSqliteRecordStore(database);
    const log = createSqliteRunLog(database);
    for (const detail of migrations) {
      await log.append({ at: systemClock.now(), kind: "migrated", detail });
    }
    return {
      frontier: createSqliteFrontier(database, policy, clock.now()),
      sentBatches: createSentBatches(database),
      lostLinks: createLostLinks(database),
      records,
      log,
      pages: blobPageReader(blobs, records),
      commit: () => journal.commit(),
      queue: (most) => readQueue(database, most),
      placeOf: (url) => placeOf(database, url),
      fill: () => plannerFill(diskBytes),
      isSnapshotDue: () => journal.tailBytes() >= longestTail(databaseBytes(database), tail),
      beginSnapshot: () => journal.beginSnapshot(),
      removeSnapshots: (stale) => journal.removeSnapshots(stale),
      snapshotFault,
      close: () => void discard(),
    };
  };
}

/** Creates a function that restores a crawl that has ended, for reading, in a local file that is deleted afterwards. */
export function endedOpener(blobs: Pick<BlobStore, "get">): PlannerPorts["openEnded"] {
  return async (journal, snapshot) => {
    const { database, discard } = await restoreInFolder("ended", blobs, journal, { snapshot });
    return { ...readEndedStores(database, blobs), close: () => void discard() };
  };
}

/** Creates a function that restores a crawl to forget pages in it, in a local file that is deleted afterwards. */
export function forgettableOpener(
  blobs: Pick<BlobStore, "get" | "putNew" | "remove">,
  clock: Pick<Clock, "now">,
): OpenForgettable {
  return async ({ journal, snapshot }, policy) => {
    const { database, discard } = await restoreInFolder("forget", blobs, journal, {
      snapshot,
    });
    const { records, log, pages } = readEndedStores(database, blobs);
    const place = { dropped: [], moved: [], segmentName: String };
    const goes = {
      ...place,
      dropsModels: true,
      reason: FORGOTTEN,
      forgottenQuery: FORGOTTEN_QUERY,
    };
    let frontier: Frontier | undefined;
    return {
      records,
      log,
      pages,
      frontier: () => (frontier ??= createSqliteFrontier(database, policy, clock.now())),
      urls: () => listUrls(database),
      queries: () => queriesOfLinks(database),
      forget(what, change) {
        changeEvents(database, change);
        forgetPages(database, policy, { ...goes, ...what });
      },
      writeJournal: (epoch) =>
        rewriteJournal(database, blobs, { epoch, file: `${database.location()}-rewritten` }),
      close: () => void discard(),
    };
  };
}

/** Reads a crawl that has ended from its database. */
export function readEndedStores(
  database: DatabaseSync,
  blobs: Pick<BlobStore, "get">,
): Omit<EndedStores, "close" | "records" | "log"> & {
  readonly records: RecordStore;
  readonly log: RunLog;
} {
  const records = createSqliteRecordStore(database);
  return {
    records,
    frontier: readSqliteFrontier(database),
    log: createSqliteRunLog(database),
    pages: blobPageReader(blobs, records),
  };
}

/**
 * A snapshot of more bytes, which has all of a crawl, leaves too little of the function's disk of 10 GiB for the records that the
 * trainer reads.
 */
const LARGE_BYTES = 4_294_967_296;

/**
 * Creates a function that opens the records of a crawl in a local file that is deleted afterwards; `makeRoom` removes from the disk what
 * can be restored again.
 */
export function recordOpener(
  blobs: Pick<BlobStore, "get">,
  makeRoom: () => Promise<void>,
): ExportPorts["openRecords"] {
  return async (position, snapshot = null) => {
    if (snapshot !== null && snapshot.bytes > LARGE_BYTES) await makeRoom();
    const { database, discard } = await restoreRecords(blobs, position, snapshot);
    const records = createSqliteRecordStore(database);
    return { records, pages: blobPageReader(blobs, records), close: () => void discard() };
  };
}

/** A database in a folder of its own. */
interface RestoredDatabase {
  readonly database: DatabaseSync;
  /** Closes it at once, and deletes the folder. */
  readonly discard: () => Promise<void>;
}

/** A database restored up to a position of its journal. */
interface RestoredRecords extends RestoredDatabase {
  readonly at: JournalPosition;
}

/**
 * Creates a reader of the records of a crawl in its journal: all at first, later only the new ones.
 * They are in a local file, as those of a large crawl would fill the memory; the file stays as long as
 * the process, or until its crawl is another one.
 */
export function recordReader(blobs: Pick<BlobStore, "get">): {
  readonly read: TrainerPorts["readStores"];
  /** Removes the file: the next call restores it. */
  readonly discard: () => Promise<void>;
} {
  let restored: RestoredRecords | undefined;
  const discardIt = async () => {
    const known = restored;
    restored = undefined;
    await known?.discard();
  };
  const read: TrainerPorts["readStores"] = async (position) => {
    const known = restored;
    restored = undefined;
    const continued = known && (await continuedTo(position, known, blobs));
    const { database, discard } = continued ?? (await restoreRecords(blobs, position));
    restored = { database, discard, at: position };
    const records = createSqliteRecordStore(database);
    return { records, pages: blobPageReader(blobs, records) };
  };
  return { read, discard: discardIt };
}

/** Brings records to a later position; discards those that the journal does not continue. */
async function continuedTo(
  position: JournalPosition,
  known: RestoredRecords,
  blobs: Pick<BlobStore, "get">,
): Promise<RestoredDatabase | undefined> {
  const { database, at } = known;
  let isOn = false;
  try {
    isOn = await catchUp(database, blobs, { tables: TRAINING_TABLES, from: at, to: position });
  } finally {
    if (!isOn) await known.discard();
  }
  return isOn ? known : undefined;
}

/** Restores the records of a crawl. */
function restoreRecords(
  blobs: Pick<BlobStore, "get">,
  position: JournalPosition,
  snapshot: JournalSnapshot | null = null,
): Promise<RestoredDatabase> {
  return restoreInFolder("records", blobs, position, { tables: TRAINING_TABLES, snapshot });
}

/** The folders of the databases that this process has open. */
const folders = new Set<string>();

/** Returns the share of the disk that the databases of this process take, or that of its memory if it is greater. */
async function plannerFill(diskBytes: number): Promise<number> {
  const sizes = Array.from(folders, async (folder) => {
    const files = await readdir(folder);
    const stats = await Promise.all(files.map((file) => stat(join(folder, file))));
    return stats.reduce((sum, { size }) => sum + size, 0);
  });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  // Lambda sets it.
  const memoryMb = Number(process.env["AWS_LAMBDA_FUNCTION_MEMORY_SIZE"] ?? Infinity);
  return Math.max(bytes / diskBytes, process.memoryUsage.rss() / (memoryMb * MB));
}

const MB = 1_048_576;

/** Restores a database from its journal in a local file, in a folder of its own. */
async function restoreInFolder(
  name: string,
  blobs: Pick<BlobStore, "get">,
  position: JournalPosition,
  options: Parameters<typeof restoreDatabase>[3],
): Promise<RestoredDatabase> {
  const folder = await mkdtemp(join(tmpdir(), `dowser-${name}-`));
  folders.add(folder);
  const remove = () => {
    folders.delete(folder);
    return rm(folder, { recursive: true, force: true });
  };
  try {
    const database = await restoreDatabase(join(folder, "crawl.sqlite"), blobs, position, options);
    return {
      database,
      discard() {
        database.close();
        return remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
