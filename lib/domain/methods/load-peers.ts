import { type LearnerName, type MakeLearner, ownLearner } from "../stats/learner/own-learner.ts";

/**
 * Loads parts of `lib/domain/peers`, which only comparisons use. Only this file and the registry
 * refer to that folder.
 */
export const loadPeers = {
  /** The variant of `source` as published. */
  publishedSource: async () => (await import("../peers/source/published.ts")).publishedSource,
  /** The variant of `link-distance` as published. */
  paperTrainer: async () => (await import("../peers/link-distance/paper-trainer.ts")).paperTrainer,
  /** The prediction errors of the regressors of that variant. */
  pathErrors: async () => (await import("../peers/link-distance/path-errors.ts")).pathErrors,
} as const;

/** Creates the learners with these names; those that no default variant uses are loaded first. */
export async function learnersFor(
  ...names: readonly (LearnerName | "auto")[]
): Promise<MakeLearner> {
  if (names.every((name) => name === "ridge-regression")) return ownLearner;
  return (await import("../peers/learners/create-learner.ts")).createLearner;
}
