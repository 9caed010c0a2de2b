import type { DatabaseSync } from "node:sqlite";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { JournalPosition } from "../../ports/journal.ts";
import { openJournal } from "./journal.ts";
import { openDatabase } from "./open-database.ts";
import { transact } from "./transact.ts";

/** Rows of a segment: some MiB. */
const ROWS_A_SEGMENT = 16_384;

/**
 * Writes a journal that makes what a database has now, and nothing of what it had before: a journal keeps all that was ever in
 * its database. `file` is a database for the while. Returns the position to restore from.
 */
export async function rewriteJournal(
  database: DatabaseSync,
  blobs: Pick<BlobStore, "putNew" | "remove">,
  { epoch, file }: { readonly epoch: number; readonly file: string },
): Promise<JournalPosition> {
  using copy = openDatabase(file);
  const journal = openJournal(copy, blobs, { epoch, position: [] });
  let rows = 0;
  for (const table of tablesOf(database)) {
    const columns = columnsOf(database, table);
    const put = copy.prepare(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    );
    // Tables may begin with rows of their own.
    transact(copy, () => copy.exec(`DELETE FROM ${table}`), "deferred");
    const read = database.prepare(`SELECT ${columns.join(", ")} FROM ${table}`);
    for (const row of read.iterate()) {
      transact(copy, () => put.run(...columns.map((column) => row[column] ?? null)), "deferred");
      rows += 1;
      if (rows % ROWS_A_SEGMENT === 0) await journal.commit();
    }
  }
  return await journal.commit();
}

function tablesOf(database: DatabaseSync): readonly string[] {
  return database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all()
    .map(({ name }) => String(name));
}

function columnsOf(database: DatabaseSync, table: string): readonly string[] {
  const columns = database.prepare(`PRAGMA table_info(${table})`).all();
  return columns.map(({ name }) => String(name));
}
