/** The records of a crawl, and the places of their stored pages. */
import type { DatabaseSync } from "node:sqlite";
import { type PageRecord, STORED_KINDS, type StoredKind } from "../../domain/page/page-record.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { RecordStore, RecordTotals } from "../../ports/record-store.ts";
import type { IndexedPlace, PageIndex, PagePlace, PagesEnd } from "../page-index.ts";
import { lineOf, packLines, unpackLines } from "../page-texts.ts";
import { RecordTally } from "../record-tally.ts";
import { PAGE_TEXTS } from "./database-schema.ts";
import { transact } from "./transact.ts";

/** Records read at a time when all are listed: about a MiB. */
const BATCH = 500;

/**
 * Creates a record store in a database of `openDatabase`. Totals are counted when they are first
 * needed, then updated with each record that this store puts.
 */
export function createSqliteRecordStore(database: DatabaseSync): RecordStore {
  const read = database.prepare("SELECT sequence, json FROM record WHERE url = ?");
  const page = database.prepare(
    "SELECT sequence, json FROM record WHERE sequence > ? ORDER BY sequence LIMIT ?",
  );
  const insert = database.prepare(
    `INSERT INTO record (url, state, reason, is_target, body_bytes, json) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (url) DO NOTHING RETURNING sequence`,
  );
  const replace = database.prepare(REPLACE_RECORD);
  /** Counted when it is first needed: most readers need no totals, which take a look at each record. */
  let counted: RecordTally | undefined;
  return {
    async put(record) {
      const totals = (counted ??= countedTally(database));
      const sequence = transact(
        database,
        () => {
          const inserted = insert.get(...rowOf(record));
          if (inserted !== undefined) return Number(inserted["sequence"]);
          const old = read.get(record.url);
          if (old !== undefined) totals.add(toRecord(old), -1);
          return Number(replace.get(...rowOf(record))?.["sequence"]);
        },
        "deferred",
      );
      totals.add(record, 1);
      return { ...record, sequence };
    },
    async get(url) {
      const row = read.get(url);
      return row && toRecord(row);
    },
    async *list(after = 0) {
      let rows = page.all(after, BATCH);
      while (rows.length > 0) {
        yield* rows.map(toRecord);
        rows = page.all(Number(rows.at(-1)?.["sequence"]), BATCH);
      }
    },
    async totals() {
      counted ??= countedTally(database);
      return counted.totals();
    },
  };
}

/** Replaces the record of a URL by a row of {@link rowOf}. */
export const REPLACE_RECORD = `UPDATE record SET state = ?2, reason = ?3, is_target = ?4, body_bytes = ?5, json = ?6
  WHERE url = ?1 RETURNING sequence`;

type Row = [
  url: string,
  state: string,
  reason: string,
  isTarget: number | null,
  bodyBytes: number | null,
  json: string,
];

/** Returns a record in the columns of its table. */
export function rowOf(record: Omit<PageRecord, "sequence">): Row {
  const { url, state, reason, page } = record;
  const isTarget = page === undefined ? null : Number(page.isTarget);
  return [url, state, reason, isTarget, page?.bodyBytes ?? null, JSON.stringify(record)];
}

/** Returns the record in the columns `sequence` and `json` of a row. */
export function toRecord(row: Record<string, unknown>): PageRecord {
  // JSON omits undefined values.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `insert` above
  const parsed = JSON.parse(String(row["json"])) as Omit<PageRecord, "sequence">;
  const { detail, status, parent, snippet, page, location } = parsed;
  const sequence = Number(row["sequence"]);
  if (page !== undefined) {
    const { ref, language, type, truncated, outlinks, structure } = page;
    Object.assign(page, { ref, language, type, truncated, outlinks, structure });
  }
  return Object.assign(parsed, { detail, status, parent, snippet, page, location, sequence });
}

function countedTally(database: DatabaseSync): RecordTally {
  const tally = new RecordTally();
  tally.addTotals(countTotals(database));
  return tally;
}

function countTotals(database: DatabaseSync): RecordTotals {
  const rows = database
    .prepare(
      `SELECT state || ':' || reason AS reason, count(*) AS records, count(is_target) AS pages,
       sum(is_target) AS targets, sum(body_bytes) AS body_bytes FROM record GROUP BY state, reason`,
    )
    .all();
  const sum = (column: string): number => rows.reduce((n, row) => n + Number(row[column] ?? 0), 0);
  return {
    records: sum("records"),
    pages: sum("pages"),
    targets: sum("targets"),
    bodyBytes: sum("body_bytes"),
    reasons: new Map(rows.map((row) => [String(row["reason"]), Number(row["records"])])),
  };
}

/** Rows read at once by {@link PageIndex.urls}: no statement stays open while its reader works. */
const URLS_AT_ONCE = 1_000;

/** The tables of places, one for each kind of answer. */
const TABLES: Readonly<Record<StoredKind, string>> = {
  page: "page",
  rendered: "rendered_page",
  head: "response_head",
};

/** In place of a table that the run of an earlier version does not have: it stored pages alone. */
const NO_PLACES = "(SELECT '' AS url, 0 AS segment, 0 AS offset, 0 AS length, 0 AS rowid LIMIT 0)";

/**
 * Creates an index in the tables of {@link TABLES} in a run's database, with the texts of pages, and the tables if
 * they are missing. Other users of the database must not keep a transaction open across an `await`:
 * answers put meanwhile would share its rollback.
 */
export function createSqlitePageIndex(database: DatabaseSync): PageIndex {
  for (const table of Object.values(TABLES)) {
    database.exec(`CREATE TABLE IF NOT EXISTS ${table} (
      url TEXT PRIMARY KEY, segment INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL
    ) STRICT`);
  }
  database.exec(PAGE_TEXTS);
  const add = eachKind((kind) =>
    database.prepare(
      `INSERT INTO ${TABLES[kind]} (url, segment, offset, length) VALUES (?, ?, ?, ?)`,
    ),
  );
  const keep = database.prepare("INSERT OR REPLACE INTO page_text VALUES (?, ?, ?)");
  const keepBlock = database.prepare("INSERT INTO text_block (packed) VALUES (?)");
  const waiting = new Map<Url, string>();
  const written = readSqlitePageIndex(database);
  /** A kill loses the texts that wait: their pages are viewed again. */
  const flush = () => {
    if (waiting.size === 0) return;
    const lines = [...waiting];
    waiting.clear();
    const packed = packLines(lines.map(([, line]) => line));
    const write = () => {
      const block = keepBlock.run(packed).lastInsertRowid;
      for (const [line, [url]] of lines.entries()) keep.run(url, block, line);
    };
    transact(database, write, "deferred");
  };
  return {
    ...written,
    texts: (url) => waiting.get(url) ?? written.texts(url),
    flush,
    add(kind, url, { segment, offset, length }, texts) {
      transact(database, () => add[kind].run(url, segment, offset, length), "deferred");
      if (texts === undefined) return;
      waiting.set(url, texts);
      if (waiting.size >= TEXTS_TOGETHER) flush();
    },
  };
}

/** Opens the index in a database that has its tables, and may be open only for reading. */
export function readSqlitePageIndex(database: DatabaseSync): Omit<PageIndex, "add" | "flush"> {
  const from = eachKind((kind) => tableOf(database, kind));
  const find = eachKind((kind) =>
    database.prepare(`SELECT segment, offset, length FROM ${from[kind]} WHERE url = ?`),
  );
  const end = eachKind((kind) =>
    database.prepare(
      `SELECT segment, offset + length AS offset FROM ${from[kind]} ORDER BY rowid DESC LIMIT 1`,
    ),
  );
  const urls = database.prepare(
    "SELECT rowid, url FROM page WHERE rowid > ? ORDER BY rowid LIMIT ?",
  );
  return {
    texts: textReader(database),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- columns of the STRICT table
    find: (kind, url) => find[kind].get(url) as PagePlace | undefined,
    end() {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- columns of the STRICT tables
      const ends = STORED_KINDS.map((kind) => end[kind].get()) as (PagesEnd | undefined)[];
      return ends.reduce((last: PagesEnd, each) => later(last, each), { segment: 1, offset: 0 });
    },
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

/** Texts of pages that are packed together: more save little, and one page is read with all the others. */
const TEXTS_TOGETHER = 12;

const NO_LINES = Buffer.alloc(0);

/** Returns how the texts of a page are read; those of one block, one after the other, unpack it once. */
function textReader(database: DatabaseSync): PageIndex["texts"] {
  const find = database.prepare("SELECT block, line FROM page_text WHERE url = ?");
  const read = database.prepare("SELECT packed FROM text_block WHERE id = ?");
  let last: { readonly block: number; readonly lines: Buffer } | undefined;
  return (url) => {
    const place = find.get(url);
    if (place === undefined) return undefined;
    const block = Number(place["block"]);
    if (last?.block !== block) {
      const packed = read.get(block)?.["packed"];
      last = { block, lines: packed instanceof Uint8Array ? unpackLines(packed) : NO_LINES };
    }
    return lineOf(last.lines, Number(place["line"]));
  };
}

/** Removes the texts of a page, with those that were packed together with them. */
export function dropTexts(database: DatabaseSync, url: Url): void {
  database
    .prepare("DELETE FROM text_block WHERE id = (SELECT block FROM page_text WHERE url = ?)")
    .run(url);
  database.prepare("DELETE FROM page_text WHERE url = ?").run(url);
}

/** Reads all places in order of storing; of one segment, if it is given. */
export function* readPlaces(database: DatabaseSync, segment?: number): Iterable<IndexedPlace> {
  const where = segment === undefined ? "" : "WHERE segment = ?";
  const rows = database
    .prepare(
      `SELECT 'page' AS kind, url, segment, offset, length FROM page ${where} UNION ALL
       SELECT 'rendered', url, segment, offset, length
       FROM ${tableOf(database, "rendered")} ${where} UNION ALL
       SELECT 'head', url, segment, offset, length FROM ${tableOf(database, "head")} ${where}
       ORDER BY segment, offset`,
    )
    .iterate(...(segment === undefined ? [] : STORED_KINDS.map(() => segment)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- columns of the STRICT tables
  for (const row of rows) yield row as unknown as IndexedPlace;
}

/** Returns the segments that hold indexed answers, in order, with the end of the last one in each. */
export function readSegmentEnds(database: DatabaseSync): readonly PagesEnd[] {
  const rows = database
    .prepare(
      `SELECT segment, max(offset) AS offset FROM (
         SELECT segment, offset + length AS offset FROM page UNION ALL
         SELECT segment, offset + length FROM ${tableOf(database, "rendered")} UNION ALL
         SELECT segment, offset + length FROM ${tableOf(database, "head")})
       GROUP BY segment ORDER BY segment`,
    )
    .all();
  return rows.map(({ segment, offset }) => ({ segment: Number(segment), offset: Number(offset) }));
}

/** Removes a place from the index, and with that of a page, or of its rendered form, the texts that were read of it. */
export function dropPlace(database: DatabaseSync, { kind, url }: IndexedPlace): void {
  database.prepare(`DELETE FROM ${TABLES[kind]} WHERE url = ?`).run(url);
  if (kind !== "head") dropTexts(database, url);
}

/** Gives a stored answer another place. */
export function movePlace(database: DatabaseSync, { kind, url, ...to }: IndexedPlace): void {
  database
    .prepare(`UPDATE ${TABLES[kind]} SET segment = ?, offset = ? WHERE url = ?`)
    .run(to.segment, to.offset, url);
}

/**
 * Gives a stored answer another place, and a row behind all others: it is then the one that was
 * stored last.
 */
export function storeAgain(
  database: DatabaseSync,
  { kind, url, segment, offset, length }: IndexedPlace,
): void {
  database.prepare(`DELETE FROM ${TABLES[kind]} WHERE url = ?`).run(url);
  const insert = `INSERT INTO ${TABLES[kind]} (url, segment, offset, length) VALUES (?, ?, ?, ?)`;
  database.prepare(insert).run(url, segment, offset, length);
}

function tableOf(database: DatabaseSync, kind: StoredKind): string {
  const table = TABLES[kind];
  const isThere = database
    .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
    .get(table);
  return isThere === undefined ? NO_PLACES : table;
}

function eachKind<Each>(make: (kind: StoredKind) => Each): Record<StoredKind, Each> {
  return { page: make("page"), rendered: make("rendered"), head: make("head") };
}

function later(one: PagesEnd, other: PagesEnd | undefined): PagesEnd {
  if (other === undefined || other.segment < one.segment) return one;
  return other.segment > one.segment || other.offset > one.offset ? other : one;
}
