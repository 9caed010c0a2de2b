import type { LearnerName } from "../stats/learner/own-learner.ts";

/**
 * The default learner: with thousands of weighted words it ranks pages of unseen sites best, and it
 * trains fastest.
 */
export const DEFAULT_PAGE_LEARNER = "ridge-regression" satisfies LearnerName;
