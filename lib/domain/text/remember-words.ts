import { remember } from "./remember.ts";

/** The words to which rules for English endings apply. */
const ENGLISH_WORD = /^[a-z]+$/;

/** Number of words cached: more than a language has in daily use, some 10 MB. */
const MOST_REMEMBERED = 100_000;

/**
 * Caches a function of lower-case English words; words with other characters than a–z stay as they
 * are.
 */
export function rememberWords(formOf: (word: string) => string): (word: string) => string {
  return remember((word) => (ENGLISH_WORD.test(word) ? formOf(word) : word), MOST_REMEMBERED);
}
