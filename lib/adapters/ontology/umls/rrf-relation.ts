import type { OntologyFact } from "../../../domain/methods/ontology/concept-set.ts";
import type { SkippedPiece } from "../ontology-reader.ts";

/** Number of columns in MRREL.RRF. */
export const RELATION_COLUMNS = 16;

/** Indexes of the columns used. */
const CUI1 = 0;
const REL = 3;
const CUI2 = 4;
const RELA = 7;
const SUPPRESS = 14;

/**
 * Returns the fact in a row of MRREL.RRF. Returns undefined for a row that links a concept to
 * itself, as rows between its atoms do. By the manual, REL is the relationship that the second
 * concept has to the first. So the second is broader with `PAR` and `RB`, and narrower with `CHD`
 * and `RN`.
 */
export function rrfRelationFact(row: readonly string[]): OntologyFact | SkippedPiece | undefined {
  const [concept = "", other = ""] = [row[CUI1], row[CUI2]];
  if (concept === "" || other === "") return NO_CONCEPT;
  if (concept === other) return undefined;
  if (isSuppressed(row[SUPPRESS])) return SUPPRESSED;
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
export function isSuppressed(flag: string | undefined): boolean {
  return flag === "O" || flag === "E" || flag === "Y";
}

const NO_CONCEPT: SkippedPiece = { kind: "skipped", reason: "relations without two concepts" };
const SUPPRESSED: SkippedPiece = { kind: "skipped", reason: "suppressed relations" };
const OTHER_RELATION: SkippedPiece = {
  kind: "skipped",
  reason: "relations that are neither broader, narrower nor plainly related",
};
