/** What a person types to search texts: words, "phrases", -without, OR and prefix*. */
import { foldWords } from "./word-scanner.ts";

/** Words that follow each other, in the form of {@link foldWords}. */
export interface SearchPhrase {
  readonly words: readonly string[];
  /** Whether the last word may go on. */
  readonly isPrefix: boolean;
}

/** What a text must have: a phrase of each of `all`, and none of `without`. */
export interface SearchQuery {
  readonly all: readonly (readonly SearchPhrase[])[];
  readonly without: readonly SearchPhrase[];
}

/** Longest query, in UTF-16 units: longer ones were pasted by mistake. */
export const LONGEST_QUERY = 1_000;

const QUOTES = /[“”„‟«»＂]/gu;
const TERM = /(-*)(?:"([^"]*)(?:"(\*?)|$)|([^\s"]+))/gu;

/**
 * Reads a query, whatever it is: there are no errors of syntax. Terms are all required, those beside an `OR` one of them;
 * a `-` leaves out what has the term. A term of several words, as `e-mail` or one in a script without spaces, is a
 * phrase; one without a letter or digit says nothing.
 */
export function parseSearchQuery(text: string): SearchQuery {
  const all: SearchPhrase[][] = [];
  const without: SearchPhrase[] = [];
  let isOr = false;
  for (const [, minus = "", quoted, star = "", bare = ""] of text
    .replace(QUOTES, '"')
    .matchAll(TERM)) {
    if (bare === "OR" && minus === "") {
      isOr = all.length > 0;
      continue;
    }
    const words = foldWords(quoted ?? bare);
    if (words.length === 0) continue;
    const phrase = { words, isPrefix: star === "*" || bare.endsWith("*") };
    if (minus !== "") without.push(phrase);
    else if (isOr) all.at(-1)?.push(phrase);
    else all.push([phrase]);
    isOr = false;
  }
  return { all, without };
}
