/** Boundaries of words in a compound: `breastCancer`, `HTMLPage`, `cs414`, `2nd`. */
const SEAM =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?=\p{N})(?<=\p{L}\p{M}*)|(?<=\p{N})(?=\p{L})/gu;

/**
 * Returns a text with spaces at changes of case inside a word, and between its letters and its
 * digits.
 */
export function splitCompounds(text: string): string {
  return text.replace(SEAM, " ");
}
