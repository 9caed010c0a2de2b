import { remember } from "./remember.ts";

/** What rules for English endings apply to. */
const ENGLISH_WORD = /^[a-z]+$/;

/** Words remembered: more than a language has in daily use, some 10 MB. */
const MOST_REMEMBERED = 100_000;

/**
 * A function of lower-case English words that remembers what it gave; what has other than the letters a–z
 * stays as it is.
 */
export function rememberWords(formOf: (word: string) => string): (word: string) => string {
  return remember((word) => (ENGLISH_WORD.test(word) ? formOf(word) : word), MOST_REMEMBERED);
}
