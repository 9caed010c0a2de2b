/** 2^32: one 32-bit word. */
const WORD = 0x1_0000_0000;
/** 2^20: the part of the second word that is used, so that both words give 52 bits. */
const HALF_WORD = 0x10_0000;
/** 2^52: the finest grid whose cell centres are all exact doubles below 1. */
const CELLS = WORD * HALF_WORD;

/**
 * Returns a number in (0,1), both ends excluded, that depends on `seed` (an integer) and `text`
 * alone. It has 52 bits of two interleaved multiply–xor hashes, finished as MurmurHash3 is. Not for
 * secrets.
 */
export function hashToUnit(seed: number, text: string): number {
  let a = finish(seed);
  let b = finish(a ^ Math.floor(seed / WORD));
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
    b ^= b >>> 15;
  }
  a = finish(a ^ b);
  b = finish(b + a);
  return ((a >>> 0) * HALF_WORD + (b >>> 12) + 0.5) / CELLS;
}

/**
 * Applies MurmurHash3's 32-bit finaliser, by Austin Appleby: every input bit affects every output
 * bit.
 */
function finish(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
