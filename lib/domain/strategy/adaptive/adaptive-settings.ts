import type { LearnerName } from "../../learner/create-learner.ts";

/** What of a link its worth is predicted from. */
export type LinkEvidence = "url" | "snippet" | "all";

/** Settings of `adaptive`. */
export interface AdaptiveSettings {
  readonly name: "adaptive";
  /** As published, or with what we added: it stands for the defaults of all others. */
  readonly variant: "paper" | "dowser";
  /** Learner of the page estimator; `auto` chooses by cross-validation. */
  readonly pageLearner: LearnerName | "auto";
  /** Learner of the link estimator; `auto` chooses among the fast ones at each training. */
  readonly linkLearner: LearnerName | "auto";
  /** URL alone, URL with anchor text and the words around, or also where the link stands. */
  readonly features: LinkEvidence;
  /** Exponent of the draw in proportion to q^β; `greedy` draws the best. */
  readonly beta: number | "greedy";
  /** Which percentiles of errors temper a prediction. */
  readonly conformal: "strata" | "global" | "none";
  /** Whether labelled pages teach what links to such pages look like. */
  readonly labelPrior: boolean;
  /** Whether a page is worth as much as what its links led to. */
  readonly delayedReward: boolean;
  /** Pages that are fetched by chance before any prediction counts. */
  readonly warmUp: number;
  /** Share by which the pages fetched grow between two trainings; 0 trains once, at the start. */
  readonly growth: number;
  /** What is to be had much of: utility for each page, or for each second of fetching. */
  readonly objective: "utility" | "utility-per-second";
}
