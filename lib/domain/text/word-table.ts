import { codePointsOf } from "./code-points.ts";

const FIRST_SLOTS = 64;
/** Units of a slot: a word's number + 1, or 0 if free, and the word's hash. */
const SLOT = 2;

/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
const FNV_BASIS = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/** Hash of the empty word. */
export const EMPTY_HASH = FNV_BASIS;

/** Returns the hash of a word with one more code point. */
export function extendHash(hash: number, codePoint: number): number {
  return Math.imul(hash ^ codePoint, FNV_PRIME);
}

/** Words numbered from 0, found by their code points and hash: no string is made to look one up. */
export class WordTable {
  /** Slots of the hash table; at most half of them are taken. */
  #slots = new Int32Array(FIRST_SLOTS * SLOT);
  /** Word n is `#letters` from `#starts[n]` to `#starts[n + 1]`. */
  readonly #starts = [0];
  readonly #letters: number[] = [];

  get size(): number {
    return this.#starts.length - 1;
  }

  /** Returns the number of a word; a new word gets one. */
  add(word: string): number {
    const letters = codePointsOf(word);
    let hash = EMPTY_HASH;
    for (const letter of letters) hash = extendHash(hash, letter);
    const known = this.find(letters, letters.length, hash);
    if (known >= 0) return known;
    const number = this.size;
    this.#letters.push(...letters);
    this.#starts.push(this.#letters.length);
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
