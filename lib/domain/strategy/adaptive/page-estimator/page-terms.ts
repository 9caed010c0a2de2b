import type { PageView } from "../../../page/page-view.ts";
import { foldDigits } from "../../../text/fold-digits.ts";
import { stem } from "../../../text/stem.ts";
import { stopWordsOf } from "../../../text/stop-words.ts";
import { countPairs, countTerms, type TermCounts } from "../../../text/term-counts.ts";
import { LONGEST_WORD, wordsOf } from "../../../text/words.ts";

/** What is counted of a page: words of four texts, and pairs of neighbours in all that is displayed. */
export const PAGE_TEXTS = ["title", "headings", "body", "links", "pairs"] as const;

const ENGLISH = /^en\b/;

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
    countTerms([termsIn(page.title)]),
    countTerms(page.headings.map(({ text }) => termsOf(text))),
    // The lines of the main text are among those of all text: each is read once.
    countTerms(page.mainText.split("\n").map(termsOf)),
    countTerms(page.anchors.map(({ text }) => termsOf(text))),
    countPairs(page.text.split("\n").map(termsOf), knows),
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
    const folded = foldDigits(word);
    return isEnglish ? stem(folded) : folded;
  };
}
