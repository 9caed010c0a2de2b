import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fail } from "../../errors.ts";
import {
  createTables,
  isEmpty,
  type Migration,
  migrateTo,
  newestVersion,
  refuseOtherProgram,
  refuseOtherVersion,
  versionOf,
} from "./database-schema.ts";

/**
 * Time that a reader waits for the writer to finish a checkpoint, in ms; far longer than one takes.
 */
const BUSY_TIMEOUT_MS = 5_000;
/**
 * Time that a crawl waits for the lock, in ms: {@link isOpenedByCrawl} holds it for far less, another
 * crawl for far longer.
 */
const LOOK_TIMEOUT_MS = 100;
/** Memory for pages of the file, in KiB: holds the upper levels of every index at 10 million links. */
const CACHE_KIB = 16_384;
/** The same for what only this process needs. */
const SCRATCH_KIB = 4_096;
/**
 * Pages of the log at which it is merged into the file (64 MiB): pages written often are merged
 * once.
 */
const CHECKPOINT_PAGES = 16_384;
/**
 * SQLite's primary result codes: a lock held by another connection, a damaged file, not a database.
 */
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/**
 * Opens a run's database for its one crawl and creates its tables, or brings those of an older
 * version up to date; `":memory:"` opens a temporary one. While it is open no other process can
 * open it this way. The operating system releases the lock when the process ends, however it ends.
 * A commit survives the end of the process, but not always that of the machine.
 * @throws DowserError `run-is-locked`, `run-damaged`, `run-from-other-version`
 */
export function openDatabase(file: string, { steps, onMigrated }: Migration = {}): DatabaseSync {
  return openToWrite(file, (database) => {
    const version = versionOf(database);
    if (version > 0) refuseOtherVersion(file, version, steps);
    refuseOtherProgram(file, database);
    if (version === 0) createTables(database);
    const newest = newestVersion(steps);
    migrateTo(database, newest, steps);
    if (version > 0 && version < newest) onMigrated?.(version, newest);
  });
}

/**
 * Opens a database as {@link openDatabase} does, with the tables that `prepare` makes of what is in the file, or that it
 * refuses.
 * @throws DowserError `run-is-locked`, `run-damaged`, and what `prepare` throws
 */
export function openToWrite(file: string, prepare: (database: DatabaseSync) => void): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    if (file !== ":memory:") lock(database, file);
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
      PRAGMA cache_size = -${CACHE_KIB};`);
    openScratch(database);
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw explained(error, file);
  }
}

/**
 * Opens a run's database to read what is committed, even while a crawl writes to it. A run of an
 * older version without a crawl at work is first brought up to date.
 * @throws DowserError `run-is-locked`, `run-damaged`, `run-from-other-version`
 */
export function openDatabaseForReading(
  file: string,
  { steps, onMigrated }: Migration = {},
): DatabaseSync {
  const database = openToRead(file, steps);
  const version = versionOf(database);
  if (version === 0 || version === newestVersion(steps)) return database;
  database.close();
  openDatabase(file, { steps, onMigrated }).close();
  return openToRead(file, steps);
}

/**
 * Refuses a file that is no database of a run which this Dowser reads; changes nothing.
 * @throws DowserError `run-damaged`, `run-from-other-version`
 */
export function refuseUnreadable(file: string): void {
  const database = openToRead(file, undefined);
  const hasTables = !isEmpty(database);
  database.close();
  if (!hasTables) throw fail("run-damaged", { file, fault: "is empty" });
}

function openToRead(file: string, steps: Migration["steps"]): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    const version = versionOf(database);
    if (version > 0) refuseOtherVersion(file, version, steps);
    refuseOtherProgram(file, database);
    return database;
  } catch (error) {
    database.close();
    throw explained(error, file);
  }
}

/**
 * Attaches an empty database `scratch` for what only this process needs. It is in a temporary file without a name, of
 * which memory has {@link SCRATCH_KIB}; other temporary tables are small, and stay in memory.
 */
function openScratch(database: DatabaseSync): void {
  database.exec(`PRAGMA temp_store = FILE; ATTACH '' AS scratch;
    PRAGMA scratch.cache_size = -${SCRATCH_KIB}; PRAGMA scratch.journal_mode = MEMORY;
    PRAGMA temp_store = MEMORY;`);
}

/**
 * Locks a second, empty file, attached for as long as the connection lives. So the first file stays
 * open to readers.
 */
function lock(database: DatabaseSync, file: string): void {
  try {
    database.exec(`PRAGMA busy_timeout = ${LOOK_TIMEOUT_MS}`);
    database.prepare("ATTACH ? AS crawl_lock").run(lockFileOf(file));
    database.exec(`PRAGMA crawl_lock.locking_mode = EXCLUSIVE;
      PRAGMA crawl_lock.journal_mode = MEMORY; PRAGMA crawl_lock.user_version = 1;
      PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};`);
  } catch (error) {
    throw hasSqliteCode(error, SQLITE_BUSY) ? fail("run-is-locked", { file }, error) : error;
  }
}

/**
 * Holds the lock of a file until it is closed, or until the process ends, however it ends.
 * @throws DowserError `run-is-locked`
 */
export function holdLock(file: string): { close(): void } {
  const database = new DatabaseSync(":memory:");
  try {
    lock(database, file);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function lockFileOf(file: string): string {
  return `${file}.lock`;
}

/**
 * Returns whether a crawl has this database open, in any process. Looking takes no lock that a crawl
 * which begins at that moment would notice.
 */
export function isOpenedByCrawl(file: string): boolean {
  if (!existsSync(lockFileOf(file))) return false;
  const database = new DatabaseSync(lockFileOf(file), { readOnly: true, timeout: 0 });
  try {
    database.prepare("PRAGMA user_version").get();
    return false;
  } catch (error) {
    if (hasSqliteCode(error, SQLITE_BUSY)) return true;
    throw explained(error, lockFileOf(file));
  } finally {
    database.close();
  }
}

function explained(error: unknown, file: string): unknown {
  const isDamaged = hasSqliteCode(error, SQLITE_CORRUPT) || hasSqliteCode(error, SQLITE_NOTADB);
  return isDamaged
    ? fail("run-damaged", { file, fault: "cannot be read as a database" }, error)
    : error;
}

/** Returns whether SQLite raised an error with a primary result code. */
export function hasSqliteCode(error: unknown, code: number): boolean {
  // The low byte of an extended result code is its primary code.
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === code;
}
