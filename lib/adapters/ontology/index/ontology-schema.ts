import { fail } from "../../../errors.ts";

/** Raised with every change of the tables or keys; an index of another version is refused. */
export const ONTOLOGY_VERSION = 2;

/**
 * Marks a SQLite file as an ontology of Dowser: "Dows" as four bytes
 * (sqlite.org/pragma.html#pragma_application_id).
 */
export const ONTOLOGY_APPLICATION_ID = 0x446f7773;

/**
 * Tables of an index. `concept.ref` is the ontology's own id, `concept.id` a shorter number. `key`
 * is the `termKey` of an id or term; `spoken` is the `spokenKey` of a term that is written noun
 * first. The name's rank and the reason to skip a concept are used only while the tables are
 * filled.
 */
export const TABLES = `
CREATE TABLE concept (
  id INTEGER PRIMARY KEY, ref TEXT NOT NULL UNIQUE, key TEXT NOT NULL, name TEXT,
  name_rank INTEGER, left_out TEXT
) STRICT;
CREATE TABLE term (
  concept INTEGER NOT NULL, text TEXT NOT NULL, key TEXT NOT NULL, spoken TEXT,
  PRIMARY KEY (concept, text)
) STRICT, WITHOUT ROWID;
CREATE TABLE broader (
  concept INTEGER NOT NULL, other INTEGER NOT NULL, PRIMARY KEY (concept, other)
) STRICT, WITHOUT ROWID;
CREATE TABLE related (
  concept INTEGER NOT NULL, other INTEGER NOT NULL, PRIMARY KEY (concept, other)
) STRICT, WITHOUT ROWID;
CREATE TABLE fact (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
`;

/**
 * Indexes, created when the tables are full, which is many times faster than row by row. In
 * `spelling`, three-character pieces only select candidates. So it needs neither their positions
 * (`detail`) nor term lengths (`columnsize`). Its rows are ordered by length. So terms of similar
 * length are a range, given by `spelling_length`.
 */
export const INDEXES = `
CREATE INDEX concept_key ON concept (key);
CREATE INDEX term_key ON term (key);
CREATE INDEX term_spoken ON term (spoken) WHERE spoken IS NOT NULL;
CREATE INDEX narrower ON broader (other, concept);
CREATE VIRTUAL TABLE spelling USING fts5 (term, tokenize = 'trigram', detail = none, columnsize = 0);
INSERT INTO spelling SELECT DISTINCT text FROM term ORDER BY length(text), text;
CREATE TABLE spelling_length (
  length INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL
) STRICT;
INSERT INTO spelling_length
  SELECT length(term), min(rowid), max(rowid) FROM spelling GROUP BY length(term);
`;

/**
 * Turns an error of SQLite while reading an index into an error of that file; returns others
 * unchanged.
 */
export function readError(file: string, error: unknown): unknown {
  return isSqliteError(error)
    ? fail("ontology-index-unusable", { file, fault: `cannot be read: ${error.message}` }, error)
    : error;
}

/**
 * Turns an error of SQLite while writing an index, mostly a full disk; returns others unchanged.
 */
export function writeError(directory: string, error: unknown): unknown {
  if (!isSqliteError(error)) return error;
  return fail("file-trouble/index", { message: error.message, directory, value: directory }, error);
}

/** Checks for `errcode`: SQLite's result code, which `node:sqlite` sets on its errors. */
function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && "errcode" in error;
}
