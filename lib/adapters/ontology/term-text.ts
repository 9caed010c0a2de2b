import type { SkippedPiece } from "./ontology-reader.ts";

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
