import lemmatizer from "wink-lemmatizer";
import { rememberWords } from "../../lib/domain/text/safe-text.ts";
import type { TermCounts } from "../../lib/domain/text/term-vector.ts";
import { LONGEST_WORD, stopWordsOf, wordsOf } from "../../lib/domain/text/words.ts";
import { countPairs, countTerms } from "../learners/term-counts.ts";

const STOP_WORDS = stopWordsOf("en");

/**
 * Counts the terms of a text (Effland, steps 1 to 4 of the page content). They are the lemmas of
 * its words without English stop words, and the pairs of lemmas that then are neighbours in a line.
 * Linear in the text.
 */
export function lemmaTerms(text: string): TermCounts {
  const lines = text.split("\n").map(lemmasOf);
  const counts = countTerms(lines);
  for (const [pair, count] of countPairs(lines)) counts.set(pair, count);
  return counts;
}

function lemmasOf(line: string): string[] {
  return wordsOf(line).filter(isTerm).map(lemma);
}

function isTerm(word: string): boolean {
  return word.length <= LONGEST_WORD && !STOP_WORDS.has(word);
}

/**
 * Returns the lemma of a lower-case English word by WordNet's Morphy. The word is read as a noun;
 * if that changes nothing, as a verb, then as an adjective, since its part of speech is unknown. So
 * `teaching` is `teach`, `leaves` `leaf` and `best` `good`. Words with other characters than a–z
 * stay as they are.
 */
export const lemma = rememberWords((word) => {
  const noun = nounLemma(word);
  if (noun !== word) return noun;
  const verb = lemmatizer.verb(word);
  return verb === word ? lemmatizer.adjective(word) : verb;
});

/** Morphy knows that -ss is no plural, but the package does not: its `boss` is a `bos`, an ox. */
function nounLemma(word: string): string {
  return word.endsWith("ss") ? word : lemmatizer.noun(word);
}
