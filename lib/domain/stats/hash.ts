/** The hash FNV-1a of 32 bits, unit by unit: http://www.isthe.com/chongo/tech/comp/fnv/ */
const PRIME = 0x01000193;

/** Hash of nothing. */
export const EMPTY_HASH = 0x811c9dc5 | 0;

/** Returns the hash of what has `hash` and one more unit, such as a letter or a word of 32 bits. */
export function extendHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, PRIME);
}
