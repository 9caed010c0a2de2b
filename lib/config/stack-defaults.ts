import type { CrawlShape, StackShape } from "../domain/bill/forecast.ts";

/** What is assumed of a web that nobody has crawled yet. */
export const ASSUMED_WEB: Omit<CrawlShape, "pages" | "hosts" | "minDelayMs"> = {
  /** A server in the same half of the world, connection and all. */
  fetchMs: 500,
  /** Among fifty hosts there is one that answers late. */
  slowestFetchMs: 5_000,
  linksPerPage: 50,
  /** Menus and footers repeat; most of the rest is met more than once. */
  newLinksPerPage: 8,
  storedBytesPerPage: 30_000,
};

/** How a stack is cut, and what its parts take. Assumed where nothing was measured. */
export const STACK_DEFAULTS: StackShape = {
  pagesPerBatch: 50,
  hostsPerBatch: 50,
  workers: 10,
  /** A quarter of a processor; waiting is what a worker does most. */
  workerGb: 0.5,
  workerOverheadMs: 300,
  cpuMsPerPage: 20,
  plannerGb: 1,
  /** The rest of the minute is room for the last turn to end in. */
  plannerSecondsPerTick: 50,
  turnsPerTick: 12,
  /** AWS takes an idle or an old environment away after some hours. */
  restoresPerDay: 12,
  trainerGb: 2,
  /** A tenth more evidence makes a model stale. */
  growthPerTraining: 1.1,
  firstTraining: 100,
  trainingMs: 5_000,
  trainingMsPerPage: 1,
  longestTrainingMs: 300_000,
  journalBytesPerLink: 60,
  journalBytesPerPage: 300,
  /** Measured on MiniStack: 2.5 KB an item of pages with distinct URLs, titles and digests. */
  listedBytesPerPage: 80,
  pagesPerListingItem: 32,
  /** Five pollers, each asking again after 20 s. */
  pollsPerTick: 15,
  /** Start, end and report of a run, and one line of metrics. */
  logBytesPerRun: 1_500,
  egressBytesPerPage: 1_000,
};
