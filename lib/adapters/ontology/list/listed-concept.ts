import leven from "leven";
import { shortQuote } from "../ontology-unreadable.ts";
import { MAX_TERM_LENGTH, termText } from "../term-text.ts";

/** A concept as a person listed it. */
export interface ListedConcept {
  /** Line it stands in, counted from 1. */
  readonly line: number;
  readonly id: string | undefined;
  readonly name: string;
  readonly synonyms: readonly string[];
  /** Ids or names of other concepts. */
  readonly broader: readonly string[];
  readonly related: readonly string[];
}

/** Notes what is wrong in a line: the rest of a sentence that begins with the file and the line. */
export type ReportFault = (line: number, fault: string) => void;

/** The columns of a CSV list, and the keys of a YAML list. */
const CONCEPT_KEYS = ["name", "synonyms", "broader", "related", "id"] as const;

/** One of {@link CONCEPT_KEYS}. */
export type ConceptKey = (typeof CONCEPT_KEYS)[number];

/** Longest unknown key compared with the known ones. */
const MAX_KEY_LENGTH = 40;

/** The key as it is known, whatever its case; undefined for an unknown one. */
export function conceptKey(written: string): ConceptKey | undefined {
  return CONCEPT_KEYS.find((key) => key === written.trim().toLowerCase());
}

/** Terms as they stand in one place; empty ones, between two separators, are nothing. */
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

/** What is wrong with a key that is unknown, and which one may be meant. */
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
