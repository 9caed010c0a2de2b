import { hashToUnit } from "../stats/random/random.ts";

/**
 * Returns the rank of a link among draws by chance, uniform in (0,1): those links are drawn in
 * ascending rank. It depends on the seed and on when the link was admitted, and so on nothing of what the
 * link is worth.
 */
export function chanceRank(seed: number, sequence: number): number {
  return hashToUnit(seed, `rank ${sequence}`);
}

/** How far draws by chance have come. */
export interface ChanceCount {
  /** All waiting links below this rank were drawn, but those that are pending; in [0,1). */
  readonly level: number;
  /** Links up to the level that wait or are leased. */
  readonly pending: number;
}
