import { type LearnerName, type MakeLearner, ownLearner } from "../learner/own-learner.ts";

/**
 * Loads parts of `lib/domain/peers`, which only comparisons ask for. With the registry this is the one place
 * that knows them.
 */
export const loadPeers = {
  /** The variant of `source` as published. */
  publishedSource: async () => (await import("../peers/source/published.ts")).publishedSource,
  /** The variant of `link-distance` as published. */
  paperTrainer: async () => (await import("../peers/link-distance/paper-trainer.ts")).paperTrainer,
  /** How far the regressors of that variant are off. */
  pathErrors: async () => (await import("../peers/link-distance/path-errors.ts")).pathErrors,
} as const;

/** Makes the learners of these names; those that the default variants do without are loaded for it. */
export async function learnersFor(
  ...names: readonly (LearnerName | "auto")[]
): Promise<MakeLearner> {
  if (names.every((name) => name === "ridge-regression")) return ownLearner;
  return (await import("../peers/learners/create-learner.ts")).createLearner;
}
