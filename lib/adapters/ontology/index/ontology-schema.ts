import { DowserError } from "../../../errors.ts";

/** Raised with every change of the tables or of the keys; an index of another version is refused. */
export const ONTOLOGY_VERSION = 2;

/** Marks a SQLite file as an ontology of Dowser ("Dows" as four bytes; sqlite.org/pragma.html#pragma_application_id). */
export const ONTOLOGY_APPLICATION_ID = 0x446f7773;

/**
 * `concept.ref` is the id the ontology gives, `concept.id` a number that takes less room. `key` is the
 * `termKey` of id or term, `spoken` the `spokenKey` of a term that is written noun first. The rank of its
 * name, and why a concept is to be left out, are asked only while the tables are filled.
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
 * Made when the tables are full, which is many times faster than row by row. Of `spelling`, the pieces
 * of three characters only nominate what is compared: their places need not be known (`detail`), nor
 * how long a term is (`columnsize`). Its rows are in order of length, so that terms of about one length
 * are a range, which `spelling_length` tells.
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

/** The error of an index that cannot be looked up; `fault` is the rest of a sentence. */
export function indexUnusable(file: string, fault: string, cause?: unknown): DowserError {
  return new DowserError(`${file} ${fault}`, {
    code: "ontology-index-unusable",
    reaction: "fix-config",
    value: file,
    hint: "import the ontology again: dowser ontology import FILE --name NAME",
    cause,
  });
}

/** An error of SQLite in reading an index, told as one of that file; any other is returned as it is. */
export function readError(file: string, error: unknown): unknown {
  return isSqliteError(error)
    ? indexUnusable(file, `cannot be read: ${error.message}`, error)
    : error;
}

/** An error of SQLite in writing an index, most often a full disk; any other is returned as it is. */
export function writeError(directory: string, error: unknown): unknown {
  if (!isSqliteError(error)) return error;
  return new DowserError(`the index cannot be written: ${error.message}`, {
    code: "file-trouble",
    reaction: "stop-crawl",
    value: directory,
    hint: `make room on the disk, or get the right to write in ${directory}; then import again`,
    cause: error,
  });
}

/** `errcode` is SQLite's result code, which `node:sqlite` puts on its errors. */
function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && "errcode" in error;
}
