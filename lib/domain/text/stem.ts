import { stemmer } from "stemmer";
import { remember } from "./remember.ts";

/** What the algorithm knows the endings of. */
const ENGLISH_WORD = /^[a-z]+$/;

/** Words remembered: more than a language has in daily use, some 10 MB. */
const MOST_REMEMBERED = 100_000;

/** Stem of a lower-case English word (Porter 1980); what has other than the letters a–z stays as it is. */
export const stem: (word: string) => string = remember(
  (word) => (ENGLISH_WORD.test(word) ? stemmer(word) : word),
  MOST_REMEMBERED,
);
