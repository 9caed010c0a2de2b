import type { OntologyFact } from "../../../domain/methods/ontology/concept-set.ts";
import { NO_TERM, type SkippedPiece, termText } from "../ontology-reader.ts";
import { isSuppressed } from "./rrf-relation.ts";

/** Number of columns in MRCONSO.RRF. */
export const ATOM_COLUMNS = 18;

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
