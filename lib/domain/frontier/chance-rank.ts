/** Links drawn by chance: their rank, and the share of them among all. */
import { hashToUnit } from "../stats/random/random.ts";

/**
 * Returns the rank of a link among draws by chance, uniform in (0,1): those links are drawn in ascending rank. It
 * depends on the seed and on when the link was admitted, and so on nothing of what the link is worth.
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

/**
 * Least and most share of the draws that are by chance. Each of these is a page for a person to judge. In
 * replays of crawls a most of 0.9 or 0.5 took two to five times the verdicts, and hardly fewer pages.
 */
const [LEAST, MOST] = [0.02, 0.25];

/**
 * Returns the share of the next draws that are by chance: the more, the less the others bring. While
 * links of worth bring as much as they did in the mean, draws by chance would only find what those find
 * anyway. When they bring little, draws by chance show how much is left. `recent` and `mean` are shares
 * of relevant pages among draws for their worth.
 */
export function chanceShare(recent: number, mean: number): number {
  const fallen = mean === 0 ? 0 : 1 - recent / mean;
  return Math.min(MOST, Math.max(LEAST, fallen));
}
