import lemmatizer from "wink-lemmatizer";
import { rememberWords } from "./remember-words.ts";

/**
 * Lemma of a lower-case English word by WordNet's Morphy: as a noun, or where that changes nothing as a
 * verb, or as an adjective, since nobody says which of them it is. So `teaching` is `teach`, `leaves` `leaf`
 * and `best` `good`. What has other than the letters a–z stays as it is.
 */
export const lemma = rememberWords((word) => {
  const noun = nounLemma(word);
  if (noun !== word) return noun;
  const verb = lemmatizer.verb(word);
  return verb === word ? lemmatizer.adjective(word) : verb;
});

/** Morphy knows that -ss is no plural, the package does not: its `boss` is a `bos`, an ox. */
function nounLemma(word: string): string {
  return word.endsWith("ss") ? word : lemmatizer.noun(word);
}
