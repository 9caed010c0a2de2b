import lemmatizer from "wink-lemmatizer";
import { rememberWords } from "./remember-words.ts";

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
