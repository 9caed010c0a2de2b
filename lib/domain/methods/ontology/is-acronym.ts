import { foldWords } from "../../text/fold-words.ts";
import { stopWordsOf } from "../../text/stop-words.ts";

/**
 * Capitals, digits and punctuation in one word, optionally with a plural s: `AIDS`, `HIV-1`,
 * `STDs`.
 */
const IN_CAPITALS = /^(?=(?:[^\p{Lu}]*\p{Lu}){2})[^\p{Ll}\s]+s?$/u;
/**
 * Possible lengths of initials, in letters; longer words that match initials by chance are no
 * acronyms.
 */
const LEAST_INITIALS = 2;
const MOST_INITIALS = 6;

/**
 * Returns whether a term is an acronym: one word in capitals, or the initials of another term of
 * its concept. Initials are one word of 2 to 6 letters, since many ontologies are in lower case.
 * Small words (`of`, `the`) may be skipped.
 */
export function isAcronym(term: string, others: readonly string[]): boolean {
  if (IN_CAPITALS.test(term)) return true;
  const [word, ...more] = foldWords(term);
  if (word === undefined || more.length > 0 || !/^\p{L}+$/u.test(word)) return false;
  const letters = Array.from(word);
  if (letters.length < LEAST_INITIALS || letters.length > MOST_INITIALS) return false;
  return others.some((other) => isSpelled(letters, foldWords(other)));
}

/** Returns whether each letter begins a word, in order, and only small words are left over. */
function isSpelled(letters: readonly string[], words: readonly string[]): boolean {
  if (words.length < letters.length) return false;
  const smallWords = stopWordsOf("en");
  let reached = new Set([0]);
  for (const word of words) {
    const next = new Set<number>();
    for (const count of reached) {
      if (letters[count] !== undefined && word.startsWith(letters[count])) next.add(count + 1);
      if (smallWords.has(word)) next.add(count);
    }
    reached = next;
  }
  return reached.has(letters.length);
}
