import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { OntologyFact } from "../../../domain/methods/ontology/concept-set.ts";
import { readLines } from "../decode-text.ts";
import { NO_TERM, type SkippedPiece, termText } from "../ontology-reader.ts";
import { type OntologySource, openOntologySource } from "../ontology-source.ts";
import { ontologyUnreadable } from "../ontology-unreadable.ts";

/** The file of all terms; the file of all relations may be missing. */
const TERMS_FILE = "MRCONSO.RRF";
const RELATIONS_FILE = "MRREL.RRF";

/** Reads a folder of UMLS files in Rich Release Format, each plain or compressed with gzip. */
export async function* readRrf(source: OntologySource): AsyncIterable<OntologyFact | SkippedPiece> {
  const terms = await findFile(source, TERMS_FILE);
  if (terms === undefined) throw noTerms(source);
  const concepts = rrfConcepts();
  for await (const rows of rrfRows(terms, ATOM_COLUMNS)) {
    for (const row of rows) concepts.add(row);
    yield* concepts.take();
  }
  concepts.finish();
  yield* concepts.take();

  const relations = await findFile(source, RELATIONS_FILE);
  if (relations === undefined) return;
  for await (const rows of rrfRows(relations, RELATION_COLUMNS)) {
    for (const row of rows) {
      const fact = rrfRelationFact(row);
      if (fact !== undefined) yield fact;
    }
  }
}

async function findFile(folder: OntologySource, name: string): Promise<OntologySource | undefined> {
  const files = await filesIn(folder);
  const found = [name, `${name}.gz`].find((file) => files.includes(file));
  return found === undefined
    ? undefined
    : openOntologySource(join(folder.path, found), folder.onRead);
}

async function filesIn(folder: OntologySource): Promise<readonly string[]> {
  try {
    return await readdir(folder.path);
  } catch (cause) {
    throw noTerms(folder, cause);
  }
}

function noTerms(folder: OntologySource, cause?: unknown): Error {
  return ontologyUnreadable(folder.name, undefined, {
    fault: `is not a folder with ${TERMS_FILE}`,
    hint: "name the folder META that MetamorphoSys wrote",
    cause,
  });
}

/**
 * Yields the rows of an RRF file ("Rich Release Format", UMLS Reference Manual, chapter 3) in
 * blocks of some thousands. Each field ends with a bar, including the last; none is quoted. A row
 * with fewer fields than the manual's `columns` makes the file untrustworthy: no program writes
 * one.
 */
export async function* rrfRows(
  source: OntologySource,
  columns: number,
): AsyncIterable<readonly (readonly string[])[]> {
  for await (const { first, lines } of readLines(source)) {
    const rows: string[][] = [];
    for (const [index, line] of lines.entries()) {
      if (line === "") continue;
      const fields = line.split("|", columns + 1);
      if (fields.length < columns) throw shortRow(source, first + index, columns, fields.length);
      rows.push(fields);
    }
    yield rows;
  }
}

function shortRow(source: OntologySource, line: number, columns: number, found: number): Error {
  return ontologyUnreadable(
    source.name,
    { line },
    {
      fault: `has ${found} fields between bars, not ${columns}`,
      hint: "give the files as MetamorphoSys writes them; if they are, copy them again: one broke off",
    },
  );
}

/** Number of columns in MRCONSO.RRF. */
const ATOM_COLUMNS = 18;

/** Indexes of the columns used. */
const CUI = 0;
const LAT = 1;
const TS = 2;
const STT = 4;
const ISPREF = 6;
const STR = 14;
const SUPPRESS = 16;

/** The language used, as the manual abbreviates it. */
const LANGUAGE = "ENG";

/**
 * Most terms of a concept held until its preferred one is known: a hundred times those of the
 * largest.
 */
export const MAX_HELD_TERMS = 100_000;

/** Converts rows of MRCONSO.RRF, one per term, to facts; the rows of a concept are adjacent. */
interface RrfConcepts {
  add(row: readonly string[]): void;
  /** Ends the input: no more rows follow. */
  finish(): void;
  /** Returns the facts that became certain since the last call. */
  take(): readonly (OntologyFact | SkippedPiece)[];
}

/**
 * Creates a reader of English terms that are not suppressed. A concept's name is its preferred term
 * (TS `P`, STT `PF`, ISPREF `Y`), or the first term if that is left out. The same text from several
 * sources counts once.
 */
export function rrfConcepts(): RrfConcepts {
  let certain: (OntologyFact | SkippedPiece)[] = [];
  let concept = "";
  let preferred: string | undefined;
  let terms = new Set<string>();

  const release = (): void => {
    const name = preferred ?? terms.values().next().value;
    if (name !== undefined) certain.push({ kind: "name", concept, term: name });
    for (const term of terms) {
      if (term !== name) certain.push({ kind: "synonym", concept, term });
    }
    terms = new Set();
    preferred = undefined;
  };
  return {
    add(row) {
      const id = row[CUI] ?? "";
      if (id !== concept || terms.size >= MAX_HELD_TERMS) {
        release();
        concept = id;
      }
      const reason = whyLeftOut(row);
      const term = reason === undefined ? termText(row[STR] ?? "") : undefined;
      if (term === undefined) {
        certain.push(reason ?? NO_TERM);
        return;
      }
      terms.add(term);
      if (isPreferred(row)) preferred ??= term;
    },
    finish: release,
    take() {
      const taken = certain;
      certain = [];
      return taken;
    },
  };
}

function isPreferred(row: readonly string[]): boolean {
  return row[TS] === "P" && row[STT] === "PF" && row[ISPREF] === "Y";
}

function whyLeftOut(row: readonly string[]): SkippedPiece | undefined {
  if (row[CUI] === "") return NO_CONCEPT;
  if (row[LAT] !== LANGUAGE) return OTHER_LANGUAGE;
  return isSuppressed(row[SUPPRESS]) ? SUPPRESSED : undefined;
}

const NO_CONCEPT: SkippedPiece = { kind: "skipped", reason: "terms without a concept" };
const OTHER_LANGUAGE: SkippedPiece = { kind: "skipped", reason: "terms in other languages" };
const SUPPRESSED: SkippedPiece = { kind: "skipped", reason: "suppressed terms" };

/** Number of columns in MRREL.RRF. */
const RELATION_COLUMNS = 16;

/** Indexes of the columns used. */
const CUI1 = 0;
const REL = 3;
const CUI2 = 4;
const RELA = 7;
const RELATION_SUPPRESS = 14;

/**
 * Returns the fact in a row of MRREL.RRF. Returns undefined for a row that links a concept to
 * itself, as rows between its atoms do. By the manual, REL is the relationship that the second
 * concept has to the first. So the second is broader with `PAR` and `RB`, and narrower with `CHD`
 * and `RN`.
 */
function rrfRelationFact(row: readonly string[]): OntologyFact | SkippedPiece | undefined {
  const [concept = "", other = ""] = [row[CUI1], row[CUI2]];
  if (concept === "" || other === "") return NO_PAIR;
  if (concept === other) return undefined;
  if (isSuppressed(row[RELATION_SUPPRESS])) return SUPPRESSED_RELATION;
  switch (row[REL] ?? "") {
    case "PAR":
    case "RB":
      return { kind: "broader", concept, other };
    case "CHD":
    case "RN":
      return { kind: "broader", concept: other, other: concept };
    case "RL":
      return { kind: "related", concept, other };
    case "RO":
      // With a name (RELA) it is one of hundreds of relations, such as `has_dose_form`.
      return row[RELA] === "" ? { kind: "related", concept, other } : OTHER_RELATION;
    default:
      return OTHER_RELATION;
  }
}

/**
 * Returns whether SUPPRESS marks a row as obsolete (`O`), or suppressed by an editor (`E`) or its
 * source (`Y`).
 */
function isSuppressed(flag: string | undefined): boolean {
  return flag === "O" || flag === "E" || flag === "Y";
}

const NO_PAIR: SkippedPiece = { kind: "skipped", reason: "relations without two concepts" };
const SUPPRESSED_RELATION: SkippedPiece = { kind: "skipped", reason: "suppressed relations" };
const OTHER_RELATION: SkippedPiece = {
  kind: "skipped",
  reason: "relations that are neither broader, narrower nor plainly related",
};
