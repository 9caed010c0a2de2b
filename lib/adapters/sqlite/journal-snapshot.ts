import { closeSync, openSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import { DowserError, fail } from "../../errors.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { BegunSnapshot, JournalSnapshot, SnapshotFault } from "../../ports/journal.ts";
import { refuseOtherVersion, versionOf } from "./database-schema.ts";
import { openToWrite } from "./open-database.ts";

/** Parts in work at one time, so that one is compressed while another is on its way. */
const PARTS_AT_ONCE = 3;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Level 1 takes a third of the time of the default; a checksum ends each part. */
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

/**
 * Begins a snapshot of a database in a file, as it is now. Returns `undefined` when changes are not
 * committed yet, or the database is only in memory.
 */
export function beginSnapshot(
  database: DatabaseSync,
  blobs: Pick<BlobStore, "putNew">,
  { at, key, partBytes }: Pick<JournalSnapshot, "at" | "key" | "partBytes">,
): BegunSnapshot | undefined {
  const file = database.location();
  if (file === null || database.isTransaction) return undefined;
  // All commits are in the file from here on, until the next one.
  const merged = database.prepare("PRAGMA main.wal_checkpoint(TRUNCATE)").get();
  if (merged?.["busy"] !== 0) return undefined;
  const snapshot = { at, key, bytes: statSync(file).size, partBytes };
  return { snapshot, write: () => writeParts(file, blobs, snapshot) };
}

/**
 * Writes the parts of a snapshot to a file and opens it as the one writer of the database in it,
 * with the tables of its own version. Returns why it cannot.
 */
export async function openSnapshot(
  file: string,
  blobs: Pick<BlobStore, "get">,
  snapshot: JournalSnapshot,
  steps: readonly string[] | undefined,
): Promise<DatabaseSync | SnapshotFault> {
  removeDatabase(file);
  const fault = await readParts(file, blobs, snapshot);
  if (fault !== undefined) return fault;
  try {
    return openToWrite(file, (database) =>
      refuseOtherVersion(snapshot.key, versionOf(database), steps),
    );
  } catch (error) {
    if (!(error instanceof DowserError)) throw error;
    if (error.code === "run-from-other-version") return "other-version";
    if (error.code === "run-damaged") return "damaged";
    throw error;
  }
}

/** Returns the bytes of a database, with those that are not in its file yet. */
export function databaseBytes(database: DatabaseSync): number {
  const size = database.prepare(
    "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size",
  );
  return Number(size.get()?.["bytes"]);
}

/** Removes what is left of a closed database. */
export function removeDatabase(file: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
}

/** Returns the keys of the parts of a snapshot, in their order. */
export function snapshotKeys({ key, bytes, partBytes }: JournalSnapshot): string[] {
  const parts = Math.ceil(bytes / partBytes);
  return Array.from({ length: parts }, (_, part) => `${key}/${String(part).padStart(4, "0")}.zst`);
}

async function writeParts(
  file: string,
  blobs: Pick<BlobStore, "putNew">,
  snapshot: JournalSnapshot,
): Promise<void> {
  using opened = new DisposableStack();
  const handle = opened.adopt(openSync(file, "r"), closeSync);
  await inTurns(snapshotKeys(snapshot), async (key, part) => {
    const offset = part * snapshot.partBytes;
    const bytes = Buffer.alloc(Math.min(snapshot.partBytes, snapshot.bytes - offset));
    const read = readSync(handle, bytes, 0, bytes.length, offset);
    if (read < bytes.length)
      throw fail("snapshot-not-written/part", { key, why: "the database has become shorter" });
    const isNew = await blobs.putNew(key, await compress(bytes, COMPRESSION));
    if (!isNew)
      throw fail("snapshot-not-written/part", { key, why: "another planner has written it" });
  });
}

/** Writes the parts to a file; returns why it cannot. */
async function readParts(
  file: string,
  blobs: Pick<BlobStore, "get">,
  snapshot: JournalSnapshot,
): Promise<SnapshotFault | undefined> {
  using opened = new DisposableStack();
  const handle = opened.adopt(openSync(file, "w"), closeSync);
  let fault: SnapshotFault | undefined;
  let bytes = 0;
  await inTurns(snapshotKeys(snapshot), async (key, part) => {
    if (fault !== undefined) return;
    const read = await readPart(blobs, key);
    if (typeof read === "string") fault = read;
    else bytes += writeSync(handle, read, 0, read.length, part * snapshot.partBytes);
  });
  return fault ?? (bytes === snapshot.bytes ? undefined : "damaged");
}

async function readPart(
  blobs: Pick<BlobStore, "get">,
  key: string,
): Promise<Uint8Array | SnapshotFault> {
  // S3 refuses access to an object that does not exist, so that no error tells why it is not there.
  const packed = await blobs.get(key).catch(() => undefined);
  if (packed === undefined) return "unreadable";
  return decompress(packed).catch((): SnapshotFault => "damaged");
}

/** Works on all items, a few of them at a time, and begins them in their order. */
async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const left = items.entries();
  const workers = Array.from({ length: PARTS_AT_ONCE }, async () => {
    for (const [index, item] of left) await work(item, index);
  });
  await Promise.all(workers);
}
