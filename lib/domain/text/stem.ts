import { stemmer } from "stemmer";
import { rememberWords } from "./remember.ts";

/**
 * Returns the stem of a lower-case English word (Porter 1980); words with other characters than a–z
 * stay as they are.
 */
export const stem: (word: string) => string = rememberWords(stemmer);
