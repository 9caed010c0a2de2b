import { hashToUnit } from "./hash-to-unit.ts";

/**
 * A draw from the standard normal distribution that depends on `seed` (an integer) and `text` alone (Box &
 * Muller 1958). Within ±8.6: chance has 52 bits.
 */
export function standardNormal(seed: number, text: string): number {
  const radius = Math.sqrt(-2 * Math.log(hashToUnit(seed, text)));
  return radius * Math.cos(2 * Math.PI * hashToUnit(seed, `${text} angle`));
}
