import { type DowserError, fail } from "../../errors.ts";

/** A position in a file: a line counted from 1, or a byte from 0. */
type PlaceInFile = { readonly line: number } | { readonly byte: number };

/**
 * The fault of a file, which continues a sentence that begins with its name, and the expected
 * content.
 */
export interface OntologyFault {
  readonly fault: string;
  readonly hint: string;
  readonly cause?: unknown;
}

/** Longest piece of a file that a message quotes, in UTF-16 units. */
const MAX_QUOTE = 100;

/** Shortens a piece of a file, or a parser's message, to fit in a message. */
export function shortQuote(text: string): string {
  return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE).toWellFormed()}…` : text;
}

/**
 * Control characters, which would move a terminal's cursor or change its colour. Line feeds are
 * allowed.
 */
const CONTROLS = /[^\P{Cc}\n]/gu;

/** Creates the error of an ontology file that cannot be trusted as a whole. */
export function ontologyUnreadable(
  file: string,
  place: PlaceInFile | undefined,
  { fault, hint, cause }: OntologyFault,
): DowserError {
  const plain = (text: string) => text.replace(CONTROLS, " ");
  return fail(
    "ontology-unreadable",
    {
      file: plain(file),
      place: placeText(place),
      fault: plain(fault),
      hint,
      value: { file, ...place },
    },
    cause,
  );
}

function placeText(place: PlaceInFile | undefined): string {
  if (place === undefined) return "";
  return "line" in place ? `:${place.line}` : ` at byte ${place.byte}`;
}
