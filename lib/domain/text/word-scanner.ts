/** Scans texts for words, and numbers them in a table by their hashes. */

import { EMPTY_HASH, extendHash } from "../stats/random/random.ts";
import { codePointsOf } from "./safe-text.ts";

/** Most code points of a word that are compared: a longer word is data, not language. */
const MAX_WORD = 256;

const NOT_ASCII = /\P{ASCII}/u;
/** Soft hyphens, joiners, zero-width spaces, direction marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;

const SMALL_S = 0x73;
/** The bits shared by both halves of a code point outside the Basic Multilingual Plane. */
const SURROGATE = 0xd800;
const SURROGATE_BITS = 0xf800;
const LAST_OF_ONE_UNIT = 0xffff;

/** Walks the words of a text and folds them, without making strings of them. */
export class WordScanner {
  /** The word's folded code points, in the first `length` places. */
  readonly letters = new Int32Array(MAX_WORD);
  /** At index n the hash of its first n code points. */
  readonly hashes = new Int32Array(MAX_WORD + 1).fill(EMPTY_HASH);
  length = 0;
  /** Numbers of letters of the word that are capitals, and that are not; digits are neither. */
  capitals = 0;
  smalls = 0;
  /** Whether it ends in an s that was lower case. */
  endsInSmallS = false;
  /** Whether there is a line feed between the last word and this one. */
  startsLine = false;

  #text = "";
  #at = 0;

  start(text: string): void {
    this.#text = NOT_ASCII.test(text) ? text.replace(INVISIBLE, "").normalize("NFKC") : text;
    this.#at = 0;
  }

  /** Goes to the next word; returns false when there is no next word. */
  next(): boolean {
    const text = this.#text;
    const { letters, hashes } = this;
    let at = this.#skipSeparators();
    let length = 0;
    let hash = EMPTY_HASH;
    let inCase = 0;
    let capitals = 0;
    let kind = 0;
    /** Kind of the last letter or digit. */
    let last = 0;
    for (; at < text.length; at += 1) {
      const codePoint = codePointAt(text, at);
      const fold = foldCodePoint(codePoint);
      kind = kindOf(fold);
      if (kind < MARK) break;
      if (kind > MARK && length > 0 && ((kind | last) & WHOLE_WORD) !== 0) break;
      if (codePoint > LAST_OF_ONE_UNIT) at += 1;
      if (kind === MARK && (last & BARE) !== 0) continue;
      if (length < MAX_WORD) {
        const letter = letterOf(fold);
        letters[length] = letter;
        hash = extendHash(hash, letter);
        length += 1;
        hashes[length] = hash;
      }
      if (kind === MARK) continue;
      last = kind;
      if ((kind & LETTER) !== 0) inCase += 1;
      if ((kind & CAPITAL) !== 0) capitals += 1;
      if ((kind & LONG) !== 0) {
        length = this.#pushRest(length, codePoint);
        hash = hashes[length] ?? hash;
      }
    }
    const mayBePossessive = kind === APOSTROPHE && (last & WHOLE_WORD) === 0;
    this.#at = mayBePossessive ? this.#skipPossessive(at) : at;
    this.length = length;
    this.capitals = capitals;
    this.smalls = inCase - capitals;
    this.endsInSmallS = (last & (CAPITAL | LONG)) === 0 && letters[length - 1] === SMALL_S;
    return length > 0;
  }

  /** Returns the word as a string. */
  word(): string {
    let word = "";
    for (let at = 0; at < this.length; at += 1) word += String.fromCodePoint(this.letters[at] ?? 0);
    return word;
  }

  /** Returns the place of the next letter or digit. */
  #skipSeparators(): number {
    const text = this.#text;
    this.startsLine = false;
    let at = this.#at;
    for (; at < text.length; at += 1) {
      const codePoint = codePointAt(text, at);
      const kind = kindOf(foldCodePoint(codePoint));
      if (kind > MARK) break;
      if (kind === LINE_FEED) this.startsLine = true;
      if (codePoint > LAST_OF_ONE_UNIT) at += 1;
    }
    return at;
  }

  /** Adds the folded form of a `LONG` code point except its first; returns the new length. */
  #pushRest(from: number, codePoint: number): number {
    let length = from;
    for (const letter of codePointsOf(foldLetter(String.fromCodePoint(codePoint))).subarray(1)) {
      if (length === MAX_WORD) break;
      this.letters[length] = letter;
      this.hashes[length + 1] = extendHash(this.hashes[length] ?? 0, letter);
      length += 1;
    }
    return length;
  }

  /** Skips an apostrophe and the s of a possessive, if there is one: `Crohn's`. */
  #skipPossessive(from: number): number {
    const text = this.#text;
    if (from + 1 >= text.length) return from;
    const fold = foldCodePoint(codePointAt(text, from + 1));
    const isLetter = kindOf(fold) >= LETTER && (kindOf(fold) & LONG) === 0;
    if (!isLetter || letterOf(fold) !== SMALL_S) return from;
    for (let at = from + 2; at < text.length; at += 1) {
      const kind = kindOf(foldCodePoint(codePointAt(text, at)));
      if (kind !== MARK) return kind > MARK && (kind & WHOLE_WORD) === 0 ? from : at;
    }
    return text.length;
  }
}

const scanner = new WordScanner();

/**
 * Returns the words of a text in the form in which they are compared: NFKC and full case folding.
 * Latin, Greek and Cyrillic letters lose their diacritics, and possessives lose their s. A Chinese,
 * Japanese, Thai, Lao, Khmer or Burmese character is a word of its own. Plurals stay.
 */
export function foldWords(text: string): string[] {
  const words: string[] = [];
  scanner.start(text);
  while (scanner.next()) words.push(scanner.word());
  return words;
}

function codePointAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return (unit & SURROGATE_BITS) === SURROGATE ? (text.codePointAt(at) ?? unit) : unit;
}

/** Kinds of code points outside words; a separator is any other such code point. */
const SEPARATOR = 1;
/** No phrase crosses a line feed. */
const LINE_FEED = 2;
const APOSTROPHE = 3;
/** Part of its word, unless that ends in a bare letter. */
const MARK = 4;

/** Flags of letters and digits: any kind from here on is part of a word. */
const LETTER = 8;
/** Loses its marks: Latin, Greek and Cyrillic letters, and digits. */
const BARE = 16;
/** A capital among the bare letters. */
const CAPITAL = 32;
/** A letter of a script without spaces between words: a word of its own, with its marks. */
const WHOLE_WORD = 64;
/** Folds to several code points: `ß`. */
const LONG = 128;
const DIGIT = 256;

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
function foldCodePoint(codePoint: number): number {
  return table[codePoint] || lookUp(codePoint);
}

/** Returns the kind in a packed fold. */
function kindOf(fold: number): number {
  return fold & KIND_MASK;
}

/** Returns the folded code point in a packed fold; the first one for a `LONG` fold. */
function letterOf(fold: number): number {
  return fold >> KIND_BITS;
}

/**
 * Applies full case folding, and removes the diacritics of a bare letter. It goes through the upper
 * case, so that `ß` = `ẞ` = `ss` and `ı` = `i`. It folds letter by letter, since `toLowerCase`
 * chooses the form of a sigma by its position in a word.
 */
function foldLetter(letter: string): string {
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

const FIRST_SLOTS = 64;
const LETTERS_A_WORD = 8;

/** Units of a slot: a word's number + 1, or 0 if free, and the word's hash. */
const SLOT = 2;

/** Words numbered from 0, found by their code points and hash: no string is made to look one up. */
export class WordTable {
  /** Slots of the hash table; at most half of them are taken. */
  #slots = new Int32Array(FIRST_SLOTS * SLOT);
  /** Word n is `#letters` from `#starts[n]` to `#starts[n + 1]`. */
  readonly #starts = [0];
  #letters = new Int32Array(LETTERS_A_WORD * FIRST_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns the number of a word; a new word gets one. */
  add(word: string): number {
    const letters = codePointsOf(word);
    let hash = EMPTY_HASH;
    for (const letter of letters) hash = extendHash(hash, letter);
    const known = this.find(letters, letters.length, hash);
    return known >= 0 ? known : this.addNew(letters, letters.length, hash);
  }

  /** Gives a number to the word in the first `length` places of `letters`, which has none. */
  addNew(letters: Int32Array, length: number, hash: number): number {
    const number = this.#size;
    const start = this.#starts[number] ?? 0;
    const end = start + length;
    if (end > this.#letters.length) {
      const old = this.#letters;
      this.#letters = new Int32Array(2 * end);
      this.#letters.set(old);
    }
    for (let at = 0; at < length; at += 1) this.#letters[start + at] = letters[at] ?? 0;
    this.#size += 1;
    this.#starts[this.#size] = end;
    this.#place(number, hash);
    if (this.size * SLOT * 2 > this.#slots.length) this.#grow();
    return number;
  }

  /**
   * Returns the number of the word in the first `length` places of `letters`; -1 if it has no
   * number.
   */
  find(letters: Int32Array, length: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - SLOT;
    for (let slot = spread(hash) & mask; ; slot = (slot + SLOT) & mask) {
      const number = (slots[slot] ?? 0) - 1;
      if (number < 0) return -1;
      if (slots[slot + 1] === hash && this.#isWord(number, letters, length)) return number;
    }
  }

  #isWord(number: number, letters: Int32Array, length: number): boolean {
    const start = this.#starts[number] ?? 0;
    if ((this.#starts[number + 1] ?? 0) - start !== length) return false;
    for (let at = 0; at < length; at += 1) {
      if (this.#letters[start + at] !== letters[at]) return false;
    }
    return true;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (let slot = 0; slot < old.length; slot += SLOT) {
      const number = (old[slot] ?? 0) - 1;
      if (number >= 0) this.#place(number, old[slot + 1] ?? 0);
    }
  }

  #place(number: number, hash: number): void {
    const mask = this.#slots.length - SLOT;
    let slot = spread(hash) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + SLOT) & mask;
    this.#slots[slot] = number + 1;
    this.#slots[slot + 1] = hash;
  }
}

/** Mixes the upper bits of a hash, the better ones of FNV, into the lower. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}
