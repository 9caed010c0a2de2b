import { stemmer } from "stemmer";
import { rememberWords } from "./remember-words.ts";

/** Stem of a lower-case English word (Porter 1980); what has other than the letters a–z stays as it is. */
export const stem: (word: string) => string = rememberWords(stemmer);
