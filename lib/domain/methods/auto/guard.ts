import { mean } from "../../stats/intervals/mean.ts";

/** The models that may lead: the first unless another one is better. */
export const LEARNERS = ["all", "words", "places"] as const;

/** The name of a model of links. */
export type LearnerName = (typeof LEARNERS)[number];

/** Squared errors of the models on one link that none of them had seen, in the order of their names. */
export type Trial = readonly number[];

/** Trials without which no model is known to be better than another. */
const LEAST_TRIALS = 30;

/** Standard errors that make a difference sure, though it is looked at after each training. */
const Z = 3;

/**
 * Returns the model that leads: that of all features, unless another one had significantly smaller
 * errors on the links followed lately; then the one with the smallest.
 */
export function leaderOf(trials: readonly Trial[]): LearnerName {
  if (trials.length < LEAST_TRIALS) return LEARNERS[0];
  let [leader, least]: [LearnerName, number] = [LEARNERS[0], 0];
  for (const [at, name] of LEARNERS.entries()) {
    const gains = trials.map((errors) => (errors[at] ?? 0) - (errors[0] ?? 0));
    const gain = mean(gains);
    const spread = Math.sqrt(mean(gains.map((each) => (each - gain) ** 2)) / gains.length);
    if (gain + Z * spread < 0 && gain < least) [leader, least] = [name, gain];
  }
  return leader;
}
