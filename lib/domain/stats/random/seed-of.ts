import { hashToUnit } from "./hash-to-unit.ts";

/** 2^32: seeds are 32-bit words. */
const WORD = 0x1_0000_0000;

/**
 * Returns a seed in [0, 2^32) for the part of the work that `text` names. Parts with one seed draw
 * independently.
 */
export function seedOf(seed: number, text: string): number {
  return Math.floor(hashToUnit(seed, text) * WORD);
}
