import { hashToUnit } from "./hash-to-unit.ts";

/** 2^32: seeds are 32-bit words. */
const WORD = 0x1_0000_0000;

/** A seed in [0, 2^32) for the part of the work that `text` names: parts of one seed draw apart. */
export function seedOf(seed: number, text: string): number {
  return Math.floor(hashToUnit(seed, text) * WORD);
}
