import type { ApplyChangesetOptions, DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import { DowserError } from "../../errors.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { Journal, JournalPosition } from "../../ports/journal.ts";
import { SCHEMA_VERSION } from "./database-schema.ts";
import { openDatabase, runFromOtherVersion } from "./open-database.ts";
import { ownCommits } from "./transact.ts";

/** Segments asked for before their turn: enough to hide the time that each takes to come, about 20 ms. */
const FETCHED_AHEAD = 16;

/** Where a journal is begun. */
interface JournalStart {
  /** Greater than those of the position: a journal begun anew has an epoch of its own. */
  readonly epoch: number;
  /** What the database was restored from. */
  readonly position: JournalPosition;
}

/** What is read of a journal. */
interface JournalReading {
  /** Tables that are wanted; all where none is named. The others stay as they are. */
  readonly tables?: readonly string[];
}

/**
 * Journals the changes of a database of {@link restoreDatabase} from here on: to be opened before anything
 * that writes to it. From then on nothing is committed but by the journal. A commit writes one segment
 * `journal/EPOCH/N.zst`, or none where nothing changed. Throws `journal-taken` where another has written
 * under this epoch.
 */
export function openJournal(
  database: DatabaseSync,
  blobs: Pick<BlobStore, "putNew">,
  { epoch, position }: JournalStart,
): Journal {
  const commits = ownCommits(database);
  let session = database.createSession();
  let written = 0;
  let failure: { readonly cause: unknown } | undefined;

  /** Committed changes since the last time: nothing can come between the commit and the new session. */
  function takeChanges(): Uint8Array {
    commits.commit();
    const changeset = session.changeset();
    session.close();
    session = database.createSession();
    return changeset;
  }

  async function append(changeset: Uint8Array): Promise<void> {
    const key = segmentKey(epoch, written + 1);
    const bytes = await packSegment({ version: SCHEMA_VERSION, changeset });
    const isNew = await blobs.putNew(key, bytes);
    if (!isNew) throw journalTaken(key);
    written += 1;
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
      return written === 0 ? position : [...position, [epoch, written]];
    },
  };
}

/**
 * Opens a database of {@link openDatabase} in which nothing was written, and brings it to a position of its
 * journal. Throws `journal-damaged` where a segment is gone or is not as it was written, and
 * `run-from-other-version` where another version wrote it.
 */
export async function restoreDatabase(
  file: string,
  blobs: Pick<BlobStore, "get">,
  position: JournalPosition,
  reading: JournalReading = {},
): Promise<DatabaseSync> {
  const database = openDatabase(file);
  try {
    await catchUp(database, blobs, { ...reading, from: [], to: position });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Brings a restored database, which nobody has written to since, from one position to another. False, and
 * nothing changes, where that one does not go on from it: then it is to be restored anew. Stores that were
 * opened over the database before are to be opened again. Throws as {@link restoreDatabase} does; the
 * database is of no use then.
 */
export async function catchUp(
  database: DatabaseSync,
  blobs: Pick<BlobStore, "get">,
  {
    from,
    to,
    tables,
  }: JournalReading & { readonly from: JournalPosition; readonly to: JournalPosition },
): Promise<boolean> {
  const keys = segmentsBetween(from, to);
  if (keys === undefined) return false;
  const filter = tables && { filter: (table: string) => tables.includes(table) };
  for await (const segment of fetchInOrder(blobs, keys)) {
    applySegment(database, segment, { ...filter });
  }
  return true;
}

function applySegment(
  database: DatabaseSync,
  { key, segment }: KeyedSegment,
  options: ApplyChangesetOptions,
): void {
  if (segment.version !== SCHEMA_VERSION) throw runFromOtherVersion(key, segment.version);
  let isApplied: boolean;
  try {
    isApplied = database.applyChangeset(segment.changeset, options);
  } catch (cause) {
    throw journalDamaged(key, "holds no changes", cause);
  }
  if (!isApplied) throw journalDamaged(key, "does not follow the one before");
}

interface KeyedSegment {
  readonly key: string;
  readonly segment: Segment;
}

async function* fetchInOrder(
  blobs: Pick<BlobStore, "get">,
  keys: readonly string[],
): AsyncGenerator<KeyedSegment> {
  const coming: Promise<KeyedSegment>[] = [];
  for (const key of keys) {
    const segment = fetchSegment(blobs, key);
    // One that fails is told in its turn, or not at all where one before it fails.
    segment.catch(() => {});
    const length = coming.push(segment);
    const first = length < FETCHED_AHEAD ? undefined : coming.shift();
    if (first !== undefined) yield await first;
  }
  for (const segment of coming) yield await segment;
}

async function fetchSegment(blobs: Pick<BlobStore, "get">, key: string): Promise<KeyedSegment> {
  const bytes = await blobs.get(key);
  if (bytes === undefined) throw journalDamaged(key, "is gone");
  try {
    return { key, segment: await unpackSegment(bytes) };
  } catch (cause) {
    throw journalDamaged(key, "is not as it was written", cause);
  }
}

function journalDamaged(key: string, fault: string, cause?: unknown): DowserError {
  return new DowserError(`the journal's segment ${key} ${fault}`, {
    code: "journal-damaged",
    reaction: "stop-crawl",
    value: key,
    hint: "put the object back from a version or a copy of the bucket, or begin the crawl anew",
    cause,
  });
}

function journalTaken(key: string): DowserError {
  return new DowserError(`another planner has written the journal's segment ${key}`, {
    code: "journal-taken",
    reaction: "retry",
    value: key,
    hint: "restore the run from the position that the stack names, under an epoch of its own",
  });
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A checksum ends each segment, so that a damaged one is no other changeset by chance. */
const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** Bytes before the changeset: the version of the schema, big-endian. */
const HEAD_BYTES = 4;

/** The changes of one commit, made to a schema of `version`. */
interface Segment {
  readonly version: number;
  readonly changeset: Uint8Array;
}

/** Where the n-th segment of an epoch lies, from 1: keys are ordered as segments are. */
function segmentKey(epoch: number, n: number): string {
  return `journal/${eightDigits(epoch)}/${eightDigits(n)}.zst`;
}

/**
 * The segments of a position, in order, without those of one that it goes on from: that begins with all
 * of that one's segments. `undefined` where it does not.
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

/** The bytes of a segment. */
export function packSegment({ version, changeset }: Segment): Promise<Uint8Array> {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(version);
  return compress(Buffer.concat([head, changeset]), COMPRESSION);
}

/** What a segment's bytes hold; rejects bytes that are not as they were packed. */
async function unpackSegment(bytes: Uint8Array): Promise<Segment> {
  const unpacked = await decompress(bytes);
  return { version: unpacked.readUInt32BE(), changeset: unpacked.subarray(HEAD_BYTES) };
}

function eightDigits(n: number): string {
  return String(n).padStart(8, "0");
}
