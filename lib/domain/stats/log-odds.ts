/** Log-odds: the scale in which evidence adds up. */

/** Keeps a probability of 0 or 1 from deciding alone. */
export const LEAST_ODDS = 1e-3;

/** Returns the log-odds of a probability, in which `least` keeps 0 and 1 from deciding alone. */
export function logOdds(probability: number, least = LEAST_ODDS): number {
  return Math.log((probability + least) / (1 - probability + least));
}

/** Returns the probability that log-odds say, in [0,1]. */
export function fromLogOdds(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
