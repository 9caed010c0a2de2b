import { uniformFloat32 } from "pure-rand/distribution/uniformFloat32";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Seeded random numbers: the same seed and label always give the same draws. */
export interface Chance {
  /** Returns a uniform integer in [from, to]. */
  int(from: number, to: number): number;
  /** Returns true with the given probability in [0, 1]. */
  happens(probability: number): boolean;
  /** Returns one item of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
}

/**
 * Creates a separate random stream for each label, so that a change in one site leaves the others
 * unchanged.
 */
export function createChance(seed: number, label: string): Chance {
  const rng = xoroshiro128plus(labelledSeed(seed, label));
  const chance: Chance = {
    int: (from, to) => uniformInt(rng, from, to),
    happens: (probability) => uniformFloat32(rng) < probability,
    pick: (list) => {
      const found = list[uniformInt(rng, 0, list.length - 1)];
      if (found === undefined) throw new RangeError("cannot pick from an empty list");
      return found;
    },
  };
  return chance;
}

/** Computes FNV-1a over the label, begun at the seed; 32 bits. */
export function labelledSeed(seed: number, label: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = 0; at < label.length; at++) {
    hash = Math.imul(hash ^ label.charCodeAt(at), 0x01000193) >>> 0;
  }
  return hash;
}
