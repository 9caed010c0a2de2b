import type { DatabaseSync } from "node:sqlite";
import type { Url } from "../../domain/url/url.ts";
import type { PageIndex, PagePlace, PagesEnd } from "../page-index.ts";
import { transact } from "./transact.ts";

/** Rows read at once by {@link PageIndex.urls}: no statement stays open while its reader works. */
const URLS_AT_ONCE = 1_000;

/**
 * Creates an index in the table `page` of a run's database, and the table if it is missing. Other
 * users of the database must not keep a transaction open across an `await`: pages put meanwhile
 * would share its rollback.
 */
export function createSqlitePageIndex(database: DatabaseSync): PageIndex {
  database.exec(`CREATE TABLE IF NOT EXISTS page (
    url TEXT PRIMARY KEY, segment INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL
  ) STRICT`);
  return readSqlitePageIndex(database);
}

/** Opens the index in a database that has its table, and may be open only for reading. */
export function readSqlitePageIndex(database: DatabaseSync): PageIndex {
  const find = database.prepare("SELECT segment, offset, length FROM page WHERE url = ?");
  const add = database.prepare(
    "INSERT INTO page (url, segment, offset, length) VALUES (?, ?, ?, ?)",
  );
  const end = database.prepare(
    "SELECT segment, offset + length AS offset FROM page ORDER BY rowid DESC LIMIT 1",
  );
  const cut = database.prepare("DELETE FROM page WHERE segment = ? AND offset + length > ?");
  const urls = database.prepare(
    "SELECT rowid, url FROM page WHERE rowid > ? ORDER BY rowid LIMIT ?",
  );
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- columns of the STRICT table
    find: (url) => find.get(url) as PagePlace | undefined,
    add(url, { segment, offset, length }) {
      transact(database, () => add.run(url, segment, offset, length), "deferred");
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- columns of the STRICT table
    end: () => (end.get() as PagesEnd | undefined) ?? { segment: 1, offset: 0 },
    cut: (segment, bytes) => void cut.run(segment, bytes),
    *urls() {
      for (let after = 0; ; ) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- columns of the STRICT table
        const rows = urls.all(after, URLS_AT_ONCE) as { rowid: number; url: Url }[];
        for (const { url } of rows) yield url;
        const last = rows.at(-1);
        if (last === undefined) return;
        after = last.rowid;
      }
    },
  };
}
