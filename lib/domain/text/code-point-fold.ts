import { codePointsOf } from "./code-points.ts";

/** Kinds of code points outside words; a separator is any other such code point. */
export const SEPARATOR = 1;
/** No phrase crosses a line feed. */
export const LINE_FEED = 2;
export const APOSTROPHE = 3;
/** Part of its word, unless that ends in a bare letter. */
export const MARK = 4;

/** Flags of letters and digits: any kind from here on is part of a word. */
export const LETTER = 8;
/** Loses its marks: Latin, Greek and Cyrillic letters, and digits. */
export const BARE = 16;
/** A capital among the bare letters. */
export const CAPITAL = 32;
/** A letter of a script without spaces between words: a word of its own, with its marks. */
export const WHOLE_WORD = 64;
/** Folds to several code points: `ß`. */
export const LONG = 128;
export const DIGIT = 256;

const LINE_FEED_UNIT = 0x0a;
const IS_APOSTROPHE = /['‘’ʼ`]/u;
const IS_MARK = /\p{M}/u;
const IS_DIGIT = /\p{N}/u;
const IS_LETTER = /\p{L}/u;
const IS_CAPITAL = /\p{Lu}/u;
const IS_SPACELESS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const IS_BARE = /[\p{N}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u;
const MARKS = /\p{M}+/gu;

/** Bits of the kind, the lower ones; the folded code point is in the bits above. */
const KIND_BITS = 9;
const KIND_MASK = 2 ** KIND_BITS - 1;

const CODE_POINTS = 0x11_0000;
/**
 * Filled as code points occur: testing each with the regexes would take a hundred times as long.
 */
const table = new Int32Array(CODE_POINTS);

/**
 * Returns the kind of a code point of text in NFKC, and its folded form, packed into one number.
 */
export function foldCodePoint(codePoint: number): number {
  return table[codePoint] || lookUp(codePoint);
}

/** Returns the kind in a packed fold. */
export function kindOf(fold: number): number {
  return fold & KIND_MASK;
}

/** Returns the folded code point in a packed fold; the first one for a `LONG` fold. */
export function letterOf(fold: number): number {
  return fold >> KIND_BITS;
}

/**
 * Applies full case folding, and removes the diacritics of a bare letter. It goes through the upper
 * case, so that `ß` = `ẞ` = `ss` and `ı` = `i`. It folds letter by letter, since `toLowerCase`
 * chooses the form of a sigma by its position in a word.
 */
export function foldLetter(letter: string): string {
  const bare = IS_BARE.test(letter) ? letter.normalize("NFD").replace(MARKS, "") : letter;
  return bare.toLowerCase().toUpperCase().toLowerCase();
}

function lookUp(codePoint: number): number {
  const text = String.fromCodePoint(codePoint);
  const kind = codePoint === LINE_FEED_UNIT ? LINE_FEED : classify(text);
  const letter = foldLetter(text).codePointAt(0) ?? codePoint;
  const fold = (letter << KIND_BITS) | kind;
  table[codePoint] = fold;
  return fold;
}

function classify(text: string): number {
  if (IS_APOSTROPHE.test(text)) return APOSTROPHE;
  if (IS_MARK.test(text)) return MARK;
  const isDigit = IS_DIGIT.test(text);
  if (!isDigit && !IS_LETTER.test(text)) return SEPARATOR;
  let kind = isDigit ? DIGIT : LETTER;
  if (IS_SPACELESS.test(text)) return kind | WHOLE_WORD;
  if (IS_BARE.test(text)) kind |= IS_CAPITAL.test(text) ? BARE | CAPITAL : BARE;
  return codePointsOf(foldLetter(text)).length > 1 ? kind | LONG : kind;
}
