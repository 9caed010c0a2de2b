import { foldWords } from "../text/fold-words.ts";
import { stopWordsOf } from "../text/stop-words.ts";

/** Capitals, digits and marks in one word, a small plural s aside: `AIDS`, `HIV-1`, `STDs`. */
const IN_CAPITALS = /^(?=(?:[^\p{Lu}]*\p{Lu}){2})[^\p{Ll}\s]+s?$/u;
/** Lengths of what is taken for initials, in letters; longer words spelled by chance are no acronyms. */
const LEAST_INITIALS = 2;
const MOST_INITIALS = 6;

/**
 * Whether a term is an acronym: one word in capitals, or, since many ontologies are in small letters,
 * one word of 2 to 6 letters that the initials of another term of its concept spell; small words
 * (`of`, `the`) may be passed over.
 */
export function isAcronym(term: string, others: readonly string[]): boolean {
  if (IN_CAPITALS.test(term)) return true;
  const [word, ...more] = foldWords(term);
  if (word === undefined || more.length > 0 || !/^\p{L}+$/u.test(word)) return false;
  const letters = Array.from(word);
  if (letters.length < LEAST_INITIALS || letters.length > MOST_INITIALS) return false;
  return others.some((other) => isSpelled(letters, foldWords(other)));
}

/** Whether each letter begins a word, in order, and no word but a small one is left over. */
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
