const NOT_ASCII = /\P{ASCII}/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
/** Lead surrogates: half of a character outside the Basic Multilingual Plane. */
const IS_SURROGATE = /[\ud800-\udfff]/;
const NOT_A_WORD = /[^\p{L}\p{N}]+/u;

/** Kind of each UTF-16 unit: 0 not looked up yet, 1 letter or digit, 2 neither. */
const kinds = new Uint8Array(0x1_0000);

/**
 * Longest word that is counted, in UTF-16 units: longer ones are keys, sequences, text without
 * spaces.
 */
export const LONGEST_WORD = 40;

/** Returns the words of a text in order: lower case, NFKC, runs of letters and digits. */
export function wordsOf(text: string): string[] {
  const folded = (NOT_ASCII.test(text) ? text.normalize("NFKC") : text).toLowerCase();
  if (IS_SURROGATE.test(folded)) return folded.split(NOT_A_WORD).filter((word) => word !== "");
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at < folded.length; at += 1) {
    const unit = folded.charCodeAt(at);
    if ((kinds[unit] || kindOf(unit)) === 1) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      words.push(folded.slice(start, at));
      start = -1;
    }
  }
  if (start >= 0) words.push(folded.slice(start));
  return words;
}

function kindOf(unit: number): number {
  const kind = WORD_CHARACTER.test(String.fromCharCode(unit)) ? 1 : 2;
  kinds[unit] = kind;
  return kind;
}
