import type { PageView } from "../../../page/page-view.ts";
import { stem } from "../../../text/stem.ts";
import { stopWordsOf } from "../../../text/stop-words.ts";
import { wordsOf } from "../../../text/words.ts";

/** What is counted of a page: words of four texts, and pairs of neighbours in all that is displayed. */
export const PAGE_TEXTS = ["title", "headings", "body", "links", "pairs"] as const;

/** Term → how often it occurs. */
export type TermCounts = ReadonlyMap<string, number>;

/** Longer words are none: keys, sequences, text without spaces. In UTF-16 units. */
const LONGEST_WORD = 40;
/** Numbers of more digits are all alike. */
const MOST_DIGITS = 5;

const ENGLISH = /^en\b/;
const NUMBER = /^\d+$/;
const DIGIT = /\d/g;

/**
 * Counts the terms of a page, one map for each of {@link PAGE_TEXTS}: words that are no stop words, English
 * ones by their stems, digits as 0 since numbers differ where pages of a kind are alike. Pairs are of words
 * that follow each other in a block, none of them a stop word. `knows` tells which pairs of interest have a
 * word. Linear in the text.
 */
export function pageTerms(page: PageView, knows: (word: string) => boolean): readonly TermCounts[] {
  const termsIn = termReader(page.language);
  const lines = new Map<string, readonly string[]>();
  const termsOf = (line: string): readonly string[] => {
    const known = lines.get(line);
    if (known !== undefined) return known;
    const terms = termsIn(line);
    lines.set(line, terms);
    return terms;
  };
  return [
    wordCounts([termsIn(page.title)]),
    wordCounts(page.headings.map(({ text }) => termsOf(text))),
    // The lines of the main text are among those of all text: each is read once.
    wordCounts(page.mainText.split("\n").map(termsOf)),
    wordCounts(page.anchors.map(({ text }) => termsOf(text))),
    pairCounts(page.text.split("\n").map(termsOf), knows),
  ];
}

/** From a text to its terms in order, `""` for words that are none. */
function termReader(language: string | undefined): (text: string) => readonly string[] {
  const fold = foldOf(language);
  return (text) => wordsOf(text).map(fold);
}

/** From a word to its term, `""` for what is none. */
function foldOf(language: string | undefined): (word: string) => string {
  const stopWords = stopWordsOf(language);
  const isEnglish = language === undefined || ENGLISH.test(language);
  return (word) => {
    if (word.length > LONGEST_WORD || stopWords.has(word)) return "";
    const folded = digitsFolded(word);
    return isEnglish ? stem(folded) : folded;
  };
}

function digitsFolded(word: string): string {
  if (NUMBER.test(word)) return "0".repeat(Math.min(MOST_DIGITS, word.length));
  return word.replace(DIGIT, "0");
}

function pairCounts(
  lines: readonly (readonly string[])[],
  knows: (word: string) => boolean,
): TermCounts {
  const counts = new Map<string, number>();
  for (const line of lines) {
    let before = "";
    for (const term of line) {
      const word = term !== "" && knows(term) ? term : "";
      if (before !== "" && word !== "") {
        const pair = `${before} ${word}`;
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
      before = word;
    }
  }
  return counts;
}

function wordCounts(lines: readonly (readonly string[])[]): TermCounts {
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const term of line) if (term !== "") counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
