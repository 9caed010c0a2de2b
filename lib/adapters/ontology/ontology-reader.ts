/** What readers of ontologies have in common: what they give, and terms as they clean them. */
import type { OntologyFact } from "../../domain/methods/ontology/concept-set.ts";
import type { OntologySource } from "./ontology-source.ts";

/** A piece of an ontology without usable data: skipped, and counted by its reason. */
export interface SkippedPiece {
  readonly kind: "skipped";
  /**
   * The concept that is skipped as a whole and counted once, whether its facts come before or
   * after.
   */
  readonly concept?: string;
  /** One of a few constant texts, in the plural, to follow a count: `terms without an id`. */
  readonly reason: string;
}

/**
 * Reads an ontology in one format. Facts and skipped pieces stream in the order of the file, so
 * that nothing need be held. Incomplete pieces are skipped.
 * @throws DowserError `ontology-unreadable` when the whole file cannot be trusted (not of this
 * format, cut off)
 */
export type OntologyReader = (source: OntologySource) => AsyncIterable<OntologyFact | SkippedPiece>;

/**
 * Longest term accepted, in UTF-16 units: names of large molecules fit, and pages do not use longer
 * ones.
 */
export const MAX_TERM_LENGTH = 1_000;

/** Replaces a text that is not a term. */
export const NO_TERM: SkippedPiece = {
  kind: "skipped",
  reason: `terms that are empty or longer than ${MAX_TERM_LENGTH} characters`,
};

/** White space, and stray control characters. */
const SPACES = /[\s\p{Cc}]+/gu;

/** Returns a term on one line with single spaces; undefined if the result is empty or too long. */
export function termText(written: string): string | undefined {
  if (written.length > MAX_TERM_LENGTH) return undefined;
  const term = written.toWellFormed().replace(SPACES, " ").trim();
  return term === "" ? undefined : term;
}
