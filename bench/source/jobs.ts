import type { ClusterFigures } from "./cluster-forum.ts";
import type { Task } from "./task.ts";

/** A crawl by the engine. */
export interface CrawlJob {
  readonly kind: "crawl";
  readonly forum: string;
  /** As on the command line. */
  readonly strategy: string;
  /** Pages that may be fetched. */
  readonly pages: number;
  /** Pages of a crawl before it, to learn from; after them it begins again. `null` for none. */
  readonly learnFrom: number | null;
  /** Number of the type that a random page is shown of; `null` for none. */
  readonly example: number | null;
  readonly seed: number;
}

/** The greedy crawls that know the truth, for several tasks on one forum's link graph. */
export interface OracleJob {
  readonly kind: "oracle";
  readonly forum: string;
  readonly tasks: readonly Task[];
}

/** Clusterings of random pages of one forum. */
export interface ClusterJob {
  readonly kind: "cluster";
  readonly forum: string;
  readonly seed: number;
}

/** Work on one recorded forum, done by a worker of its own. */
export type Job = CrawlJob | OracleJob | ClusterJob;

/** A fetched page. */
export interface FetchedPage {
  /** Number of its type. */
  readonly type: number;
  /** What it shows, as hashes: its thread or its whole text, then its posts. */
  readonly shows: readonly number[];
}

/** What each kind of job comes to; pages are in order of fetching. */
export interface ResultOf {
  readonly crawl: readonly FetchedPage[];
  readonly oracle: readonly (readonly FetchedPage[])[];
  readonly cluster: readonly ClusterFigures[];
}
