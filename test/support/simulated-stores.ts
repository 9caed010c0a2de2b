import { join } from "node:path";
import { readEndedStores } from "../../functions/wiring/open-stores.ts";
import { blobPageReader } from "../../lib/adapters/blobs/blob-pages.ts";
import { placeOf, readQueue } from "../../lib/adapters/sqlite/frontier/read-frontier.ts";
import { createSqliteFrontier } from "../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { openJournal, restoreDatabase } from "../../lib/adapters/sqlite/journal.ts";
import { createSqliteRecordStore } from "../../lib/adapters/sqlite/sqlite-record-store.ts";
import {
  createLostLinks,
  createSentBatches,
  createSqliteRunLog,
} from "../../lib/adapters/sqlite/sqlite-stores.ts";
import type { FrontierPolicy } from "../../lib/domain/frontier/frontier-policy.ts";
import type { BlobStore } from "../../lib/ports/blob-store.ts";
import type { JournalPosition, JournalSnapshot, SnapshotFault } from "../../lib/ports/journal.ts";
import type { EndedStores, PlannerStores } from "../../lib/stack/stack-ports.ts";
import type { Interleaving } from "./interleaving.ts";

/** What stores are opened from. */
interface Opening {
  readonly policy: FrontierPolicy;
  readonly position: JournalPosition;
  readonly epoch: number;
  readonly snapshot: JournalSnapshot | null;
  /** A folder for the database, of which snapshots are taken; in memory without it. */
  readonly folder: string | undefined;
  /** Waits for the turn of the process that commits, which may be dead then. */
  readonly mayDie: () => Promise<void>;
}

/** Opens a crawl of a simulated stack that has ended, for reading. */
export async function openEndedStores(
  blobs: BlobStore,
  time: Interleaving,
  { position, snapshot, folder }: Pick<Opening, "position" | "snapshot" | "folder">,
): Promise<EndedStores> {
  const restoring = restoreDatabase(fileIn(folder), blobs, position, { snapshot });
  const database = await time.work(restoring);
  return { ...readEndedStores(database, blobs), close: () => database.close() };
}

let files = 0;

function fileIn(folder: string | undefined): string {
  files += 1;
  return folder === undefined ? ":memory:" : join(folder, `${files}.sqlite`);
}

/** Opens the stores of a simulated stack over its journal. After each commit a snapshot is due. */
export async function openSimulatedStores(
  blobs: BlobStore,
  time: Interleaving,
  { policy, position, epoch, snapshot, folder, mayDie }: Opening,
): Promise<PlannerStores> {
  let snapshotFault: SnapshotFault | undefined;
  const restoring = restoreDatabase(fileIn(folder), blobs, position, {
    snapshot,
    onFault: (fault) => {
      snapshotFault = fault;
    },
  });
  const database = await time.work(restoring);
  const journal = openJournal(database, blobs, { epoch, position });
  const records = createSqliteRecordStore(database);
  const effect = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await mayDie();
    const result = await time.work(work());
    await mayDie();
    return result;
  };
  return {
    records,
    frontier: createSqliteFrontier(database, policy),
    sentBatches: createSentBatches(database),
    lostLinks: createLostLinks(database),
    log: createSqliteRunLog(database),
    pages: blobPageReader(blobs, records),
    commit: () => effect(() => journal.commit()),
    queue: (most) => readQueue(database, most),
    placeOf: (url) => placeOf(database, url),
    fill: async () => 0,
    isSnapshotDue: () => folder !== undefined,
    beginSnapshot: () => {
      const begun = journal.beginSnapshot();
      return begun && { ...begun, write: () => effect(() => begun.write()) };
    },
    removeSnapshots: (stale) => effect(() => journal.removeSnapshots(stale)),
    snapshotFault,
    close: () => database.close(),
  };
}

/** Opens stores that work in other threads, for which the time of the stack waits. */
export async function openOther(
  time: Interleaving,
  opening: Promise<PlannerStores>,
): Promise<PlannerStores> {
  const stores = await time.work(opening);
  return {
    ...stores,
    commit: () => time.work(stores.commit()),
    fill: () => time.work(stores.fill()),
    removeSnapshots: (stale) => time.work(stores.removeSnapshots(stale)),
    beginSnapshot: () => {
      const begun = stores.beginSnapshot();
      return begun && { ...begun, write: () => time.work(begun.write()) };
    },
  };
}

/** Returns stores that count more pages than they have. */
export function withPages(stores: PlannerStores, more: number): PlannerStores {
  const { records } = stores;
  const totals = async () => {
    const own = await records.totals();
    return { ...own, pages: own.pages + more };
  };
  return { ...stores, records: { ...records, totals } };
}
