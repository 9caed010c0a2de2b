import { hashToUnit } from "./hash-to-unit.ts";

/**
 * Draws from the standard normal distribution (Box & Muller 1958); the draw depends on `seed` (an
 * integer) and `text` alone. Draws lie within ±8.6, since the hash has 52 bits.
 */
export function standardNormal(seed: number, text: string): number {
  const radius = Math.sqrt(-2 * Math.log(hashToUnit(seed, text)));
  return radius * Math.cos(2 * Math.PI * hashToUnit(seed, `${text} angle`));
}
