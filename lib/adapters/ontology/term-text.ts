import type { SkippedPiece } from "./ontology-reader.ts";

/** Longest term taken, in UTF-16 units: the names of large molecules fit, no page writes longer ones. */
export const MAX_TERM_LENGTH = 1_000;

/** What is no term, put in the place of one. */
export const NO_TERM: SkippedPiece = {
  kind: "skipped",
  reason: `terms that are empty or longer than ${MAX_TERM_LENGTH} characters`,
};

/** White space, and the control characters that stray into files. */
const SPACES = /[\s\p{Cc}]+/gu;

/** A term on one line, with single spaces; undefined if nothing is left, or too much. */
export function termText(written: string): string | undefined {
  if (written.length > MAX_TERM_LENGTH) return undefined;
  const term = written.toWellFormed().replace(SPACES, " ").trim();
  return term === "" ? undefined : term;
}
