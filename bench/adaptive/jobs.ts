import type { Task } from "./task.ts";

/** A crawl by the engine. */
export interface CrawlJob {
  readonly kind: "crawl";
  readonly task: Task;
  /** As on the command line. */
  readonly strategy: string;
  /** Whether it composes queries, which the recording's own full-text index answers. */
  readonly asksQueries: boolean;
  readonly seed: number;
  /** Whether it shares its judge of pages with the other crawls of the task. */
  readonly judges: "shared" | "own";
}

/** The greedy crawl that knows all pages and all links. */
export interface OracleJob {
  readonly kind: "oracle";
  readonly task: Task;
  readonly seed: number;
}

/** Judging the pages of a site by the examples alone. */
export interface JudgeJob {
  readonly kind: "judge";
  readonly task: Task;
  /** As on the command line: its estimator judges before its first page. */
  readonly strategy: string;
}

/** Predicting what unseen links lead to. */
export interface PredictJob {
  readonly kind: "predict";
  readonly task: Task;
  /** As on the command line. */
  readonly strategy: string;
  readonly seed: number;
}

/** Work on one task, done by a worker of its own. */
export type Job = CrawlJob | OracleJob | JudgeJob | PredictJob;

/** A page of a crawl, predicted and actual. Seeds are neither. */
export const PAGE = { other: 0, target: 1, judged: 2, both: 3 } as const;

/** The result of a crawl. */
export interface Crawled {
  /** One of {@link PAGE} each, in order of fetching. */
  readonly pages: readonly number[];
  /** Relevant recorded pages, reachable or not, without seeds and examples. */
  readonly known: number;
  /** Pages that may be fetched. */
  readonly budget: number;
  /** Draws until each page that led to no recorded page; none for an order that knows the truth. */
  readonly unrecorded: readonly number[];
  readonly seconds: number;
}

/** How well pages were judged. */
export interface Judged {
  /** Area under the ROC curve, and root of the mean squared error, each in [0,1]. */
  readonly auc: number;
  readonly error: number;
  /** Precision and recall of the pages predicted to be relevant, at the estimator's threshold. */
  readonly precision: number;
  readonly recall: number;
  readonly trainSeconds: number;
  /** Mean time of one page, in ms. */
  readonly judgeMs: number;
}

/** Predictions of links with what they led to. */
export interface Predicted {
  readonly points: readonly (readonly [prediction: number, label: number])[];
  /**
   * Shares of labels within their intervals, by the levels of `CONFORMAL_LEVELS`: one row for each
   * split.
   */
  readonly coverages: readonly (readonly number[])[];
}

/** The result of each kind of job. */
export interface ResultOf {
  readonly crawl: Crawled;
  readonly oracle: Crawled;
  readonly judge: Judged;
  readonly predict: Predicted;
}
