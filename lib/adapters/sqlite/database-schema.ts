import type { DatabaseSync } from "node:sqlite";
import { fail } from "../../errors.ts";

/** The oldest version of a run's tables that this program reads; each version has a number. */
export const BASE_VERSION = 6;

/**
 * Tables of one run in version {@link BASE_VERSION}; only steps change them. Link states and host
 * availabilities are numbers: see `link-row.ts` and `host-table.ts`. `link.id` is the sequence.
 * `link.parent` holds the parent's `link.id` if it has one, otherwise its URL. Nearly all parents
 * have an id, which takes a tenth of the space. Texts
 * are last in a row, so that SQLite reads the columns that the frontier compares without them.
 */
export const BASE_SCHEMA = `
CREATE TABLE fact (name TEXT PRIMARY KEY, value REAL NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE grp (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, weight REAL NOT NULL) STRICT;
CREATE TABLE quota (key TEXT PRIMARY KEY, used INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE host (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, is_admitted INTEGER NOT NULL,
  availability INTEGER NOT NULL, leased INTEGER NOT NULL, next_allowed_at REAL NOT NULL,
  delay_ms REAL NOT NULL, base_delay_ms REAL NOT NULL, crawl_delay_ms REAL NOT NULL,
  consecutive_failures INTEGER NOT NULL, not_before REAL NOT NULL
) STRICT;
CREATE INDEX host_delayed ON host (next_allowed_at) WHERE availability = 1;

CREATE TABLE link (
  id INTEGER PRIMARY KEY, host INTEGER NOT NULL, url_hash INTEGER NOT NULL, state INTEGER NOT NULL,
  grp INTEGER, priority REAL, key REAL, depth INTEGER, redirects INTEGER, attempts INTEGER,
  leases INTEGER, not_before REAL, reason INTEGER, model INTEGER,
  parent INTEGER,
  url TEXT NOT NULL, parent_url TEXT, why TEXT, snippet TEXT
) STRICT;
CREATE INDEX link_url ON link (host, url_hash);
CREATE INDEX link_queued ON link (host, grp, key DESC) WHERE state = 0;
CREATE INDEX link_postponed ON link (not_before) WHERE state = 1;
CREATE INDEX link_next_layer ON link (grp, key DESC) WHERE state = 2;
CREATE INDEX link_leased ON link (id) WHERE state = 3;

-- First links of queues, for groups on more than a few hosts; memory has those of the others.
CREATE TABLE host_queue (
  host INTEGER NOT NULL, grp INTEGER NOT NULL, head INTEGER NOT NULL, key REAL NOT NULL,
  is_ready INTEGER NOT NULL, PRIMARY KEY (host, grp)
) STRICT, WITHOUT ROWID;
CREATE INDEX host_queue_ready ON host_queue (grp, key DESC, head) WHERE is_ready = 1;

CREATE TABLE record (
  sequence INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, state TEXT NOT NULL, reason TEXT NOT NULL,
  is_target INTEGER, body_bytes INTEGER, json TEXT NOT NULL
) STRICT;

CREATE TABLE model (hash TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
CREATE TABLE event (id INTEGER PRIMARY KEY, at REAL NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL) STRICT;
`;

/**
 * To version 7: hosts at their addresses. Table `server` has the domains at their addresses, and the
 * addresses themselves, whose column `address` is 0. Table `domain` has the server by which a host
 * of the domain was found last.
 */
const ADDRESSES = `
ALTER TABLE host ADD COLUMN server INTEGER NOT NULL DEFAULT 0;
ALTER TABLE host ADD COLUMN parked_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE host ADD COLUMN park_value REAL;
CREATE INDEX host_parked ON host (parked_at, park_value DESC, id) WHERE parked_at > 0;
CREATE TABLE server (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, address INTEGER NOT NULL,
  next_at REAL NOT NULL, slowed_ms REAL NOT NULL, leased INTEGER NOT NULL, call INTEGER NOT NULL
) STRICT;
CREATE INDEX server_call ON server (call, next_at) WHERE call > 0;
CREATE TABLE domain (name TEXT PRIMARY KEY, server INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** To version 8: batches that a planner sent and awaits, and links whose harvesters died. */
const SENT_BATCHES = `
CREATE TABLE sent_batch (
  id TEXT PRIMARY KEY, sent_at REAL NOT NULL, is_lost INTEGER NOT NULL, links TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE lost_link (
  id INTEGER PRIMARY KEY, losses INTEGER NOT NULL, most INTEGER NOT NULL
) STRICT;
`;

/**
 * To version 9: a queue of a host that waits may be marked ready until a draw meets it. No table
 * changes, but an older program would draw from such a host too soon.
 */
const LATE_MARKS = "/* host_queue.is_ready */";

/** To version 10: queues with links that the last rescoring left for later. */
const FLOORS = `
CREATE TABLE queue_floor (
  host INTEGER NOT NULL, grp INTEGER NOT NULL, floor REAL NOT NULL, PRIMARY KEY (host, grp)
) STRICT, WITHOUT ROWID;
`;

/** To version 11: the text of a model is `json`, and then what is packed; older models are not packed. */
const PACKED_MODELS = "ALTER TABLE model ADD COLUMN packed BLOB;";

/** To version 12: the model beside which a model is packed, empty for none; what is packed without it is deflated. */
const MODELS_BESIDE_OTHERS = "ALTER TABLE model ADD COLUMN base TEXT;";

/**
 * To version 13: texts of stored pages, packed in blocks of some, as rows of 2 to 4 KB would each take a page of the file.
 * A program that does not know them would not forget them. A line says of which page it is, and bytes that change are noticed:
 * what is damaged is as what is not kept.
 */
export const PAGE_TEXTS = `
CREATE TABLE IF NOT EXISTS page_text (
  url TEXT PRIMARY KEY, block INTEGER NOT NULL, line INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS text_block (id INTEGER PRIMARY KEY, packed BLOB NOT NULL) STRICT;
`;

/**
 * To version 14: what the texts beside links of one place on one page share, so that a row of `link` has it by its
 * number. Rows of older versions have all of it themselves.
 */
const SHARED_TEXTS = "CREATE TABLE frame (id INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;";

/**
 * Steps from {@link BASE_VERSION} to the current version, each one SQL that leads to the next
 * version. A released step never changes. A step is deterministic: no chance, no clock, no
 * `PRAGMA`. It fills `record` from `record` alone, as the trainer of a stack restores no other
 * table.
 */
export const SCHEMA_STEPS: readonly string[] = [
  ADDRESSES,
  SENT_BATCHES,
  LATE_MARKS,
  FLOORS,
  PACKED_MODELS,
  MODELS_BESIDE_OTHERS,
  PAGE_TEXTS,
  SHARED_TEXTS,
];

/** How the tables of an older version are brought up to date. */
export interface Migration {
  /** Steps from the base to the newest version; those of {@link SCHEMA_STEPS} by default. */
  readonly steps?: readonly string[] | undefined;
  /** Called when data of an older version were brought to the newest one. */
  readonly onMigrated?: ((from: number, to: number) => void) | undefined;
}

/** Returns the version that a list of steps leads to. */
export function newestVersion(steps: readonly string[] = SCHEMA_STEPS): number {
  return BASE_VERSION + steps.length;
}

/** Returns the version of a database's tables; 0 when it has none yet. */
export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
}

/** Returns whether a database has no table yet. */
export function isEmpty(database: DatabaseSync): boolean {
  return tablesOf(database).size === 0;
}

function tablesOf(database: DatabaseSync): ReadonlySet<string> {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return new Set(rows.map(({ name }) => String(name)));
}

/**
 * Refuses the database of another program; an empty one is a run that begins.
 * @throws DowserError `run-damaged`
 */
export function refuseOtherProgram(file: string, database: DatabaseSync): void {
  const tables = tablesOf(database);
  if (tables.size === 0 || ["link", "record"].every((name) => tables.has(name))) return;
  throw fail("run-damaged", { file, fault: "is the database of another program" });
}

/** Creates the tables of the oldest version in an empty database. */
export function createTables(database: DatabaseSync): void {
  inTransaction(database, BASE_SCHEMA, BASE_VERSION);
}

/**
 * Brings the tables of a database to a version, in one transaction; does nothing when they are
 * newer.
 */
export function migrateTo(
  database: DatabaseSync,
  version: number,
  steps: readonly string[] = SCHEMA_STEPS,
): void {
  const from = versionOf(database);
  if (from >= version) return;
  const due = steps.slice(from - BASE_VERSION, version - BASE_VERSION);
  inTransaction(database, due.join("\n"), version);
}

/** Runs all or nothing of the SQL. */
function inTransaction(database: DatabaseSync, sql: string, version: number): void {
  database.exec("BEGIN");
  try {
    database.exec(`${sql} PRAGMA user_version = ${version}; COMMIT;`);
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/**
 * Refuses a version that no step leads from or to.
 * @throws DowserError `run-from-other-version`
 */
export function refuseOtherVersion(
  file: string,
  version: number,
  steps: readonly string[] = SCHEMA_STEPS,
): void {
  const newest = newestVersion(steps);
  if (version >= BASE_VERSION && version <= newest) return;
  const key = version > newest ? "run-from-other-version/newer" : "run-from-other-version";
  throw fail(key, { file, version, oldest: BASE_VERSION, newest, value: version });
}
