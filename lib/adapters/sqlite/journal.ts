import type { ApplyChangesetOptions, DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import { SNAPSHOT_PART_BYTES } from "../../domain/cost/snapshots.ts";
import { DowserError, fail } from "../../errors.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type {
  Journal,
  JournalPosition,
  JournalSnapshot,
  SnapshotFault,
} from "../../ports/journal.ts";
import {
  createTables,
  type Migration,
  migrateTo,
  newestVersion,
  refuseOtherVersion,
  versionOf,
} from "./database-schema.ts";
import { beginSnapshot, openSnapshot, removeDatabase, snapshotKeys } from "./journal-snapshot.ts";
import { openToWrite } from "./open-database.ts";
import { ownCommits } from "./transact.ts";

/** Segments requested in advance: enough to hide the latency of each, about 20 ms. */
const FETCHED_AHEAD = 16;

/** The point from which a journal is written. */
interface JournalStart {
  /** Greater than the epochs of the position: each new journal has an epoch of its own. */
  readonly epoch: number;
  /** The position that the database was restored from. */
  readonly position: JournalPosition;
  /** Bytes of the segments that were read after a snapshot; 0 if not given. */
  readonly tailBytes?: number;
  /** Bytes of a part of a snapshot, before compression. */
  readonly partBytes?: number;
}

/** Options for reading a journal. */
interface JournalReading extends Migration {
  /** Tables to restore; all if undefined. The others stay unchanged. */
  readonly tables?: readonly string[];
  /** Called with the bytes of each segment that was applied. */
  readonly onSegment?: (bytes: number) => void;
}

/** Options for restoring a database. */
interface Restoring extends JournalReading {
  /** Where to begin instead of with the first segment. */
  readonly snapshot?: JournalSnapshot | null;
  /** Called when the snapshot is of no use. */
  readonly onFault?: (fault: SnapshotFault) => void;
}

/**
 * Journals the changes of a database of {@link restoreDatabase} from now on. It must be called
 * before anything writes to the database. From then on only the journal commits. A commit writes
 * one segment `journal/EPOCH/N.zst`, or none when nothing changed. Throws `journal-taken` when
 * another journal has written under this epoch.
 */
export function openJournal(
  database: DatabaseSync,
  blobs: Pick<BlobStore, "putNew" | "remove">,
  { epoch, position, tailBytes = 0, partBytes = SNAPSHOT_PART_BYTES }: JournalStart,
): Journal {
  const commits = ownCommits(database);
  const version = versionOf(database);
  let session = database.createSession();
  let written = 0;
  let tail = tailBytes;
  let failure: { readonly cause: unknown } | undefined;

  /**
   * Commits, and returns the changes since the last call. Nothing can occur between the commit and
   * the new session.
   */
  function takeChanges(): Uint8Array {
    commits.commit();
    const changeset = session.changeset();
    session.close();
    session = database.createSession();
    return changeset;
  }

  async function append(changeset: Uint8Array): Promise<void> {
    const key = segmentKey(epoch, written + 1);
    const bytes = await packSegment({ version, changeset });
    const isNew = await blobs.putNew(key, bytes);
    if (!isNew) throw fail("journal-taken", { key });
    written += 1;
    tail += bytes.length;
  }

  function reached(): JournalPosition {
    return written === 0 ? position : [...position, [epoch, written]];
  }

  return {
    async commit() {
      if (failure !== undefined) throw failure.cause;
      try {
        const changeset = takeChanges();
        if (changeset.length > 0) await append(changeset);
      } catch (cause) {
        failure = { cause };
        throw cause;
      }
      return reached();
    },
    tailBytes: () => tail,
    beginSnapshot() {
      const at = reached();
      const last = at.at(-1);
      if (last === undefined || tail === 0 || failure !== undefined) return undefined;
      const place = { at, key: snapshotKey(epoch, last), partBytes };
      const begun = beginSnapshot(database, blobs, place);
      if (begun !== undefined) tail = 0;
      return begun;
    },
    removeSnapshots: (snapshots) => blobs.remove(snapshots.flatMap(snapshotKeys)),
  };
}

/**
 * Opens a database without any data, or with those of a snapshot, and brings it to a position of its
 * journal. Each segment is applied to the tables of its own version; the tables are of the newest
 * version at the end. A snapshot that is of no use is reported, and the whole journal is read. Throws
 * `journal-damaged` when a segment is missing or differs from what was written, and
 * `run-from-other-version` when no step leads from its version.
 */
export async function restoreDatabase(
  file: string,
  blobs: Pick<BlobStore, "get">,
  position: JournalPosition,
  reading: Restoring = {},
): Promise<DatabaseSync> {
  const { snapshot, onFault } = reading;
  if (snapshot !== undefined && snapshot !== null) {
    const restored = await restoreFrom(snapshot, file, blobs, { ...reading, to: position });
    if (typeof restored !== "string") return restored;
    onFault?.(restored);
    removeDatabase(file);
  }
  const database = openToWrite(file, createTables);
  try {
    await catchUp(database, blobs, { ...reading, from: [], to: position });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Restores a database from a snapshot and the segments after it, or returns why it cannot. */
async function restoreFrom(
  snapshot: JournalSnapshot,
  file: string,
  blobs: Pick<BlobStore, "get">,
  stretch: Omit<JournalStretch, "from">,
): Promise<DatabaseSync | SnapshotFault> {
  const database = await openSnapshot(file, blobs, snapshot, stretch.steps);
  if (typeof database === "string") return database;
  try {
    if (await catchUp(database, blobs, { ...stretch, from: snapshot.at })) return database;
  } catch (error) {
    database.close();
    // Whether the journal itself is damaged shows when all of it is read.
    if (error instanceof DowserError && error.code === "journal-damaged") return "not-continued";
    throw error;
  }
  database.close();
  return "not-continued";
}

/** Where a database is in its journal, and where it is brought to. */
interface JournalStretch extends JournalReading {
  readonly from: JournalPosition;
  readonly to: JournalPosition;
}

/**
 * Brings a restored database without later writes from one position to another. Returns false, and
 * changes nothing, when the new position does not continue the old one, or continues it with
 * segments of an older version. The database must then be restored again. Stores opened over the
 * database before must be opened again. Throws as {@link restoreDatabase} does; the database is
 * unusable then.
 */
export async function catchUp(
  database: DatabaseSync,
  blobs: Pick<BlobStore, "get">,
  { from, to, tables, steps, onMigrated, onSegment }: JournalStretch,
): Promise<boolean> {
  const keys = segmentsBetween(from, to);
  if (keys === undefined) return false;
  const filter = tables && { filter: (table: string) => tables.includes(table) };
  const before = from.length === 0 ? undefined : versionOf(database);
  let applied: number | undefined;
  for await (const { key, segment, bytes } of fetchInOrder(blobs, keys)) {
    refuseOtherVersion(key, segment.version, steps);
    if (segment.version < versionOf(database)) {
      if (applied === undefined) return false;
      throw fail("journal-damaged", { key, fault: "is of an older version than the one before" });
    }
    migrateTo(database, segment.version, steps);
    applySegment(database, { key, segment }, { ...filter });
    applied = segment.version;
    onSegment?.(bytes);
  }
  const newest = newestVersion(steps);
  migrateTo(database, newest, steps);
  const last = applied ?? before;
  if (last !== undefined && last < newest) onMigrated?.(last, newest);
  return true;
}

/**
 * Returns the version of the last segment of a position; `undefined` for an empty one. Throws as
 * {@link restoreDatabase} does when the segment cannot be read.
 */
export async function journalVersion(
  blobs: Pick<BlobStore, "get">,
  position: JournalPosition,
): Promise<number | undefined> {
  const last = position.at(-1);
  if (last === undefined) return undefined;
  const { segment } = await fetchSegment(blobs, segmentKey(...last));
  return segment.version;
}

function applySegment(
  database: DatabaseSync,
  { key, segment }: Pick<KeyedSegment, "key" | "segment">,
  options: ApplyChangesetOptions,
): void {
  let isApplied: boolean;
  try {
    isApplied = database.applyChangeset(segment.changeset, options);
  } catch (cause) {
    throw fail("journal-damaged", { key, fault: "holds no changes" }, cause);
  }
  if (!isApplied) throw fail("journal-damaged", { key, fault: "does not follow the one before" });
}

interface KeyedSegment {
  readonly key: string;
  readonly segment: Segment;
  /** Bytes of its object. */
  readonly bytes: number;
}

async function* fetchInOrder(
  blobs: Pick<BlobStore, "get">,
  keys: readonly string[],
): AsyncGenerator<KeyedSegment> {
  const coming: Promise<KeyedSegment>[] = [];
  for (const key of keys) {
    const segment = fetchSegment(blobs, key);
    // A failure is reported in its turn, or not at all if an earlier segment fails.
    segment.catch(() => {});
    const length = coming.push(segment);
    const first = length < FETCHED_AHEAD ? undefined : coming.shift();
    if (first !== undefined) yield await first;
  }
  for (const segment of coming) yield await segment;
}

async function fetchSegment(blobs: Pick<BlobStore, "get">, key: string): Promise<KeyedSegment> {
  const bytes = await blobs.get(key);
  if (bytes === undefined) throw fail("journal-damaged", { key, fault: "is gone" });
  try {
    return { key, segment: await unpackSegment(bytes), bytes: bytes.length };
  } catch (cause) {
    throw fail("journal-damaged", { key, fault: "is not as it was written" }, cause);
  }
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A checksum ends each segment, so that damage never makes it another valid changeset. */
const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** Bytes before the changeset: the version of the schema, big-endian. */
const HEAD_BYTES = 4;

/** The changes of one commit, made to a schema of `version`. */
interface Segment {
  readonly version: number;
  readonly changeset: Uint8Array;
}

/** Returns the key of the n-th segment of an epoch, from 1: keys have the order of the segments. */
function segmentKey(epoch: number, n: number): string {
  return `journal/${eightDigits(epoch)}/${eightDigits(n)}.zst`;
}

/** Returns the beginning of the keys of a snapshot after a segment, by a planner of an epoch. */
function snapshotKey(epoch: number, [last, n]: JournalPosition[number]): string {
  return `journal/snapshot-${eightDigits(epoch)}-${eightDigits(last)}-${eightDigits(n)}`;
}

/**
 * Returns the keys of the segments of `to` after those of `from`, in order. Returns `undefined`
 * when `to` does not begin with all segments of `from`.
 */
function segmentsBetween(from: JournalPosition, to: JournalPosition): string[] | undefined {
  const keys: string[] = [];
  for (const [index, [epoch, count]] of to.entries()) {
    const [knownEpoch, known] = from[index] ?? [epoch, 0];
    const isLastKnown = index >= from.length - 1;
    if (knownEpoch !== epoch || known > count || (known < count && !isLastKnown)) return undefined;
    for (let n = known + 1; n <= count; n += 1) keys.push(segmentKey(epoch, n));
  }
  return from.length > to.length ? undefined : keys;
}

/** Packs a segment into bytes. */
export function packSegment({ version, changeset }: Segment): Promise<Uint8Array> {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(version);
  return compress(Buffer.concat([head, changeset]), COMPRESSION);
}

/** Unpacks a segment; rejects bytes that differ from those packed. */
async function unpackSegment(bytes: Uint8Array): Promise<Segment> {
  const unpacked = await decompress(bytes);
  return { version: unpacked.readUInt32BE(), changeset: unpacked.subarray(HEAD_BYTES) };
}

function eightDigits(n: number): string {
  return String(n).padStart(8, "0");
}
