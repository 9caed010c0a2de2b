/** Where a compound's words meet: `breastCancer`, `HTMLPage`, `cs414`, `2nd`. */
const SEAM =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?=\p{N})(?<=\p{L}\p{M}*)|(?<=\p{N})(?=\p{L})/gu;

/** A text with spaces where the case changes inside of a word, and between its letters and its digits. */
export function splitCompounds(text: string): string {
  return text.replace(SEAM, " ");
}
