/** Texts of pages with their words in a file of its own (SQLite FTS5), which can be made again at any time. */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { SearchPhrase, SearchQuery } from "../../domain/text/search-query.ts";
import { foldWords } from "../../domain/text/word-scanner.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { hasSqliteCode } from "./open-database.ts";

/** A text that is searched by itself: of a page, or of a post on it. */
export interface IndexedText {
  /** The title of a page, or the author of a post. */
  readonly name: string;
  readonly text: string;
  readonly post?: IndexedPost;
}

/** What is told of a post beside its author and its text. */
export interface IndexedPost {
  /** Name of its place on the page. */
  readonly id: string | undefined;
  readonly postId: string | undefined;
  /** ISO 8601. */
  readonly date: string | undefined;
  /** In ms since the epoch. */
  readonly postedAt: number | undefined;
}

/** How far the records of a run are indexed. */
export interface IndexMark {
  /** Of the last record; 0 before the first. */
  readonly sequence: number;
  /** {@link digestOf} its URL: a repair of the run may give its records other numbers. */
  readonly digest: string;
}

/** A text that a query has found: the page, and which of its texts, from 0. */
export interface FoundText {
  readonly url: Url;
  readonly at: number;
}

/** The index of a run; each call reads what is committed. */
export interface SearchIndex {
  /** Whether what is written is there at the next search. */
  readonly isKept: boolean;
  mark(): IndexMark;
  /** Returns when an indexed page was fetched, in ms since the epoch. */
  fetchedAt(url: Url): number | undefined;
  /** Begins to write; returns false while another process writes. */
  begin(): boolean;
  put(url: Url, fetchedAt: number, texts: readonly IndexedText[]): void;
  drop(url: Url): void;
  setMark(mark: IndexMark): void;
  commit(): void;
  /** Takes back what was written since it began. */
  rollback(): void;
  /** Lists the pages, in the order in which they were put. */
  urls(): Iterable<Url>;
  /** Counts the texts that a query finds. */
  count(query: SearchQuery): number;
  /** Lists them, best first by BM25, equal ones in the order of indexing. */
  find(query: SearchQuery): Iterable<FoundText>;
  /** Returns the texts of a page; `undefined` for one that is not indexed. */
  texts(url: Url): readonly IndexedText[] | undefined;
  /** Removes pages, so that no byte of the file tells of them; returns their number. */
  erase(isErased: (url: Url) => boolean): number;
  close(): void;
}

/** Version of tables, words and texts: an index of another one is made again. */
const FORMAT = 1;

/** Most texts of a page: their numbers follow from that of the page. */
const PER_PAGE = 65_536;

/** Time that a writer waits for another one, in ms: more than the fifty pages between two commits take. */
const BUSY_TIMEOUT_MS = 2_000;

/** Longest texts of a page that are read, in bytes: a page has at most some 10 MB. */
const MOST_TEXT_BYTES = 100_000_000;

/** Weight of an occurrence in a title or an author's name, in occurrences in the text. */
const NAME_WEIGHT = 5;

const SQLITE_BUSY = 5;
/** The file or its folder cannot be written: primary result codes of SQLite. */
const UNWRITABLE = [8, 14, 23];
const DAMAGED = [11, 26];

/**
 * Words are folded before they come here, so any byte but a space is part of one. Deleted content is overwritten. Texts
 * are kept once, packed, for their extracts; the index itself has none.
 */
const SCHEMA = `
  CREATE TABLE mark (one INTEGER PRIMARY KEY CHECK (one = 1), sequence INTEGER NOT NULL, digest TEXT NOT NULL) STRICT;
  CREATE TABLE page (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, fetched_at REAL NOT NULL, count INTEGER NOT NULL, texts BLOB NOT NULL) STRICT;
  CREATE TABLE unclean (one INTEGER PRIMARY KEY) STRICT;
  CREATE VIRTUAL TABLE words USING fts5(name, text, content = '', contentless_delete = 1, tokenize = 'ascii');
  INSERT INTO mark VALUES (1, 0, '');
  PRAGMA user_version = ${FORMAT};
`;

/** Returns what a URL or a text is known again by, without telling it. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/** Returns whether an error says that the file of an index cannot be read as one. */
export function isIndexDamaged(error: unknown): boolean {
  return DAMAGED.some((code) => hasSqliteCode(error, code));
}

/** Returns whether an error says that another process writes the index. */
export function isIndexBusy(error: unknown): boolean {
  return hasSqliteCode(error, SQLITE_BUSY);
}

/** Returns whether an error says that an index cannot be written where it is. */
export function isIndexUnwritable(error: unknown): boolean {
  return UNWRITABLE.some((code) => hasSqliteCode(error, code));
}

/** Deletes an index; the next search makes it again. */
export function deleteSearchIndex(file: string): void {
  for (const each of [file, `${file}-journal`]) rmSync(each, { force: true });
}

/**
 * Opens the index in a file; a writer waits for another one `waitMs`. It creates one that is missing or of another format. Where none can be made, it opens a
 * temporary one; one that is there and cannot be written is read, and `begin` throws what {@link isIndexUnwritable} knows.
 */
export function openSearchIndex(
  file: string,
  { waitMs = BUSY_TIMEOUT_MS }: { readonly waitMs?: number } = {},
): SearchIndex {
  try {
    return createIndex(openToWrite(file, waitMs), true);
  } catch (error) {
    if (!isIndexUnwritable(error)) throw error;
    return openTemporaryIndex();
  }
}

/** Opens an index that is gone when it is closed. What memory does not hold is in a file that nobody sees. */
export function openTemporaryIndex(): SearchIndex {
  return createIndex(openToWrite("", BUSY_TIMEOUT_MS), false);
}

function openToWrite(file: string, waitMs: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    const version = versionOf(database);
    if (version !== 0 && version !== FORMAT) {
      database.close();
      deleteSearchIndex(file);
      return openToWrite(file, waitMs);
    }
    // Of a reading connection, too, which may come to write: no text that was removed stays in the file.
    database.exec("PRAGMA secure_delete = ON");
    if (version === 0) createTables(database);
    return database;
  } catch (error) {
    if (database.isOpen) database.close();
    throw error;
  }
}

/** Creates the tables, unless another process has done so in the meantime. */
function createTables(database: DatabaseSync): void {
  database.exec("BEGIN IMMEDIATE");
  if (versionOf(database) === 0) database.exec(SCHEMA);
  database.exec("COMMIT");
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
}

function createIndex(database: DatabaseSync, isKept: boolean): SearchIndex {
  const written = writer(database);
  return {
    isKept,
    ...written,
    ...reader(database),
    erase(isErased) {
      database.exec("BEGIN IMMEDIATE");
      let erased = 0;
      try {
        for (const url of [...listUrls(database)].filter(isErased)) {
          written.drop(url);
          erased += 1;
        }
        if (erased > 0) database.exec("INSERT OR IGNORE INTO unclean VALUES (1)");
        database.exec("COMMIT");
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
      clean(database);
      return erased;
    },
    close: () => database.close(),
  };
}

/** Writes the file again without what was removed, also where a process died before. */
function clean(database: DatabaseSync): void {
  if (database.prepare("SELECT 1 FROM unclean").get() === undefined) return;
  // Merged segments have no words of removed rows; pages that became free are not in the new file.
  database.exec("INSERT INTO words (words) VALUES ('optimize'); VACUUM; DELETE FROM unclean");
}

function writer(database: DatabaseSync) {
  const insert = database.prepare(
    "INSERT INTO page (url, fetched_at, count, texts) VALUES (?, ?, ?, ?)",
  );
  const insertWords = database.prepare("INSERT INTO words (rowid, name, text) VALUES (?, ?, ?)");
  const known = database.prepare("SELECT id, count FROM page WHERE url = ?");
  const remove = database.prepare("DELETE FROM page WHERE id = ?");
  const removeWords = database.prepare("DELETE FROM words WHERE rowid = ?");
  const mark = database.prepare("UPDATE mark SET sequence = ?, digest = ?");
  const drop = (url: Url) => {
    const row = known.get(url);
    if (row === undefined) return;
    const id = Number(row["id"]);
    for (let at = 0; at < Number(row["count"]); at += 1) removeWords.run(id * PER_PAGE + at);
    remove.run(id);
  };
  return {
    begin() {
      try {
        database.exec("BEGIN IMMEDIATE");
        return true;
      } catch (error) {
        if (isIndexBusy(error)) return false;
        throw error;
      }
    },
    drop,
    put(url: Url, fetchedAt: number, all: readonly IndexedText[]) {
      drop(url);
      const texts = all.slice(0, PER_PAGE);
      const packed = deflateRawSync(JSON.stringify(texts));
      const id = Number(insert.run(url, fetchedAt, texts.length, packed).lastInsertRowid);
      for (const [at, { name, text }] of texts.entries())
        insertWords.run(id * PER_PAGE + at, folded(name), folded(text));
    },
    setMark: ({ sequence, digest }: IndexMark) => void mark.run(sequence, digest),
    commit: () => database.exec("COMMIT"),
    rollback: () => {
      if (database.isTransaction) database.exec("ROLLBACK");
    },
  };
}

function folded(text: string): string {
  return foldWords(text).join(" ");
}

const FIND = `SELECT rowid FROM words WHERE words MATCH ?
  ORDER BY bm25(words, ${NAME_WEIGHT}, 1), rowid LIMIT ? OFFSET ?`;

/** Texts that are put in order at first: most readers want no more, and a few of many are found sooner than all. */
const FIRST = 200;

function reader(database: DatabaseSync) {
  const count = database.prepare("SELECT count(*) AS count FROM words WHERE words MATCH ?");
  const mark = database.prepare("SELECT sequence, digest FROM mark");
  const page = database.prepare("SELECT fetched_at, texts FROM page WHERE url = ?");
  const urlOf = database.prepare("SELECT url FROM page WHERE id = ?");
  const foundAt = ({ rowid }: Record<string, unknown>): FoundText[] => {
    const url = urlOf.get(Math.floor(Number(rowid) / PER_PAGE))?.["url"];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a URL when it was put
    return url === undefined ? [] : [{ url: String(url) as Url, at: Number(rowid) % PER_PAGE }];
  };
  return {
    mark(): IndexMark {
      const row = mark.get();
      return { sequence: Number(row?.["sequence"] ?? 0), digest: String(row?.["digest"] ?? "") };
    },
    fetchedAt(url: Url) {
      const row = page.get(url);
      return row && Number(row["fetched_at"]);
    },
    urls: () => listUrls(database),
    count: (query: SearchQuery) => Number(count.get(matchExpression(query))?.["count"]),
    *find(query: SearchQuery): Generator<FoundText> {
      const [rows, expression] = [database.prepare(FIND), matchExpression(query)];
      const first = rows.all(expression, FIRST, 0);
      yield* first.flatMap(foundAt);
      if (first.length < FIRST) return;
      for (const row of rows.iterate(expression, -1, FIRST)) yield* foundAt(row);
    },
    texts(url: Url) {
      const packed = page.get(url)?.["texts"];
      if (!(packed instanceof Uint8Array)) return undefined;
      const limits = { maxOutputLength: MOST_TEXT_BYTES };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `put`
      return JSON.parse(inflateRawSync(packed, limits).toString()) as readonly IndexedText[];
    },
  };
}

/** Rows read at once: no statement stays open while its reader works. */
const URLS_AT_ONCE = 1_000;

function* listUrls(database: DatabaseSync): Generator<Url> {
  const rows = database.prepare("SELECT id, url FROM page WHERE id > ? ORDER BY id LIMIT ?");
  for (let after = 0; ; ) {
    const some = rows.all(after, URLS_AT_ONCE);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a URL when it was put
    for (const { url } of some) yield String(url) as Url;
    const last = some.at(-1);
    if (last === undefined) return;
    after = Number(last["id"]);
  }
}

/**
 * Returns a query in the syntax of FTS5 (sqlite.org/fts5.html §3). Words have only letters, digits and marks, so none can
 * end the string that it stands in. At least one phrase must be asked for.
 */
function matchExpression({ all, without }: SearchQuery): string {
  const wanted = all.map((phrases) => `(${phrases.map(quoted).join(" OR ")})`).join(" AND ");
  return without.length === 0 ? wanted : `(${wanted}) NOT (${without.map(quoted).join(" OR ")})`;
}

function quoted({ words, isPrefix }: SearchPhrase): string {
  return `"${words.join(" ")}"${isPrefix ? " *" : ""}`;
}
