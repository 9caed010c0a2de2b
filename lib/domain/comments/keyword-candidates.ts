import { foldName, WHOLE, withoutNumbers } from "./keyword-matcher.ts";

/** Shortest keyword, in UTF-16 units: shorter ones occur in too many names by chance. */
const LEAST_LENGTH = 3;

/** Longest name taken apart, in UTF-16 units: scripts make longer ones, new on every page. */
const MAX_NAME = 60;

/** Most neighbouring words of a name in one keyword: `comment-author-avatar` has three. */
const MOST_WORDS = 3;

/**
 * A word of a name and the separators after it; digits and a change to upper case also separate
 * words.
 */
const WORD = /([\p{Lu}]*[\p{Ll}\p{Lo}\p{Lm}]+|[\p{Lu}]+)([-_.:]*)/gu;

/**
 * Returns the keywords that a class name suggests. They are the whole name without its numbers, and
 * every run of up to three of its words as written. Words are separated by `-`, `_`, digits and
 * capitals.
 */
export function keywordCandidates(name: string): string[] {
  if (name.length > MAX_NAME) return [];
  const found = new Set<string>();
  const whole = withoutNumbers(foldName(name));
  if (whole.length >= LEAST_LENGTH) found.add(WHOLE + whole);
  const words = [...name.matchAll(WORD)];
  for (let first = 0; first < words.length; first++) {
    let run = "";
    let end = words[first]?.index ?? 0;
    for (const word of words.slice(first, first + MOST_WORDS)) {
      if (word.index !== end) break;
      const [all, letters = "", separators = ""] = word;
      run += foldName(letters);
      if (run.length >= LEAST_LENGTH) found.add(run);
      run += separators;
      end = word.index + all.length;
    }
  }
  return [...found];
}
