import type { RoundErrors } from "../../peers/link-distance/path-errors.ts";
import type { Trial } from "./trial.ts";

/** A crawl by the engine. */
export interface CrawlJob {
  readonly kind: "crawl";
  readonly trial: Trial;
  /** As on the command line. */
  readonly strategy: string;
}

/** An order that is made from the whole link graph. */
export interface OrderJob {
  readonly kind: "order";
  readonly trial: Trial;
  readonly order: GraphOrder;
}

/**
 * The greedy order that knows what links lead to; breadth first with the links of a page in order of their
 * URLs, which is as good a choice as that of the document, and another.
 */
export type GraphOrder = "oracle" | "breadth-first-by-url";

/** How far the regressors are off, each site left out in turn. */
export interface ErrorsJob {
  readonly kind: "errors";
  /** Of the paths, as of a trial. */
  readonly seed: number;
}

/** Work on recorded sites. */
export type Job = CrawlJob | OrderJob | ErrorsJob;

/** What a crawl came to. */
export interface Crawled {
  /** Of each page fetched, in order, whether it is a target, and whether the crawl took it for one. */
  readonly isTarget: readonly boolean[];
  readonly isGathered: readonly boolean[];
  readonly seconds: number;
}

/** Mean absolute errors of relevance on sites left out. */
export interface Errors {
  /** One a site, round by round of self-training on the others. */
  readonly curves: readonly (readonly RoundErrors[])[];
  /** Of who takes every page for one of relevance 0, one a site. */
  readonly ofZero: readonly RoundErrors["pages"][];
}

/** What each kind of job comes to. */
export interface ResultOf {
  readonly crawl: Crawled;
  readonly order: Crawled;
  readonly errors: Errors;
}
