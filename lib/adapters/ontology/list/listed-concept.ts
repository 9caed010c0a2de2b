import leven from "leven";
import { MAX_TERM_LENGTH, termText } from "../ontology-reader.ts";
import { shortQuote } from "../ontology-unreadable.ts";

/** A concept as a person listed it. */
export interface ListedConcept {
  /** Line of the concept, counted from 1. */
  readonly line: number;
  readonly id: string | undefined;
  readonly name: string;
  readonly synonyms: readonly string[];
  /** Ids or names of other concepts. */
  readonly broader: readonly string[];
  readonly related: readonly string[];
}

/**
 * Reports an error in a line: `fault` continues a sentence that begins with the file and the line.
 */
export type ReportFault = (line: number, fault: string) => void;

/** The columns of a CSV list, and the keys of a YAML list. */
const CONCEPT_KEYS = ["name", "synonyms", "broader", "related", "id"] as const;

/** One of {@link CONCEPT_KEYS}. */
export type ConceptKey = (typeof CONCEPT_KEYS)[number];

/** Longest unknown key compared with the known ones. */
const MAX_KEY_LENGTH = 40;

/** Returns the known key, whatever its case; undefined for an unknown key. */
export function conceptKey(written: string): ConceptKey | undefined {
  return CONCEPT_KEYS.find((key) => key === written.trim().toLowerCase());
}

/** Reads terms as one cell or value lists them; ignores empty ones between two separators. */
export function readTerms(
  written: readonly string[],
  line: number,
  report: ReportFault,
): readonly string[] {
  return written.flatMap((text) => {
    if (text.length > MAX_TERM_LENGTH) {
      report(line, `has a term of more than ${MAX_TERM_LENGTH} characters`);
      return [];
    }
    return termText(text) ?? [];
  });
}

/** Describes an unknown key, and suggests the known one that may be meant. */
export function unknownKey(written: string): string {
  const compared = written.slice(0, MAX_KEY_LENGTH).toLowerCase();
  const [closest] = CONCEPT_KEYS.map((key) => ({ key, distance: leven(compared, key) }))
    .filter(({ key, distance }) => distance <= key.length / 2)
    .toSorted((a, b) => a.distance - b.distance);
  const hint =
    closest === undefined
      ? `known are ${CONCEPT_KEYS.join(", ")}`
      : `did you mean \`${closest.key}\`?`;
  return `has the unknown \`${shortQuote(written)}\`; ${hint}`;
}
