import type { DatabaseSync } from "node:sqlite";
import { fail } from "../../errors.ts";
import { BASE_SCHEMA, BASE_VERSION, SCHEMA_STEPS } from "./database-schema.ts";

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
