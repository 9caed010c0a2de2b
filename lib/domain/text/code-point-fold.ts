import { codePointsOf } from "./code-points.ts";

/** Kinds of code points that are no part of a word; a separator is any other. */
export const SEPARATOR = 1;
/** No phrase goes over a line feed. */
export const LINE_FEED = 2;
export const APOSTROPHE = 3;
/** Part of the word it stands on, unless that ends in a bare letter. */
export const MARK = 4;

/** Flags of letters and digits: any kind from here on is part of a word. */
export const LETTER = 8;
/** Loses the marks that stand on it: Latin, Greek and Cyrillic letters, and digits. */
export const BARE = 16;
/** A capital among the bare letters. */
export const CAPITAL = 32;
/** Of a script that sets no spaces between words: a word of its own, with the marks on it. */
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

/** Kinds are below this, in the lower bits; the folded code point stands above them. */
const KIND_BITS = 9;
const KIND_MASK = 2 ** KIND_BITS - 1;

const CODE_POINTS = 0x11_0000;
/** Filled as code points turn up: to ask the regexes for each would take a hundred times as long. */
const table = new Int32Array(CODE_POINTS);

/** Kind of a code point of text in NFKC, and what it folds to, packed into one number. */
export function foldCodePoint(codePoint: number): number {
  return table[codePoint] || lookUp(codePoint);
}

/** The kind in a packed fold. */
export function kindOf(fold: number): number {
  return fold & KIND_MASK;
}

/** The folded code point in a packed fold; of a `LONG` one the first. */
export function letterOf(fold: number): number {
  return fold >> KIND_BITS;
}

/**
 * Full case folding, with the diacritics off where the letter is bare. By way of the capital, so that
 * `ß` = `ẞ` = `ss` and `ı` = `i`; letter by letter, since in a word `toLowerCase` picks the sigma by
 * its place.
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
