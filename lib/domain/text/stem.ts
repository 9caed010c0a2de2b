import { stemmer } from "stemmer";

/** What the algorithm knows the endings of. */
const ENGLISH_WORD = /^[a-z]+$/;

/** Words remembered: more than a language has in daily use, some 10 MB. */
const MOST_REMEMBERED = 100_000;

const stems = new Map<string, string>();

/** Stem of a lower-case English word (Porter 1980); what has other than the letters a–z stays as it is. */
export function stem(word: string): string {
  if (!ENGLISH_WORD.test(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MOST_REMEMBERED) stems.clear();
  const stemmed = stemmer(word);
  stems.set(word, stemmed);
  return stemmed;
}
