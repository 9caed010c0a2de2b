import type { StandingParts } from "../domain/cost/cost.ts";
import type { CrawlShape, StackShape } from "../domain/cost/forecast.ts";

/** Assumptions about a web that was not crawled yet. */
export const ASSUMED_WEB: Omit<CrawlShape, "pages" | "hosts" | "minDelayMs"> = {
  /** A server in the same half of the world, connection and all. */
  fetchMs: 500,
  /** Every other batch has one host that answers late. */
  slowestFetchMs: 2_500,
  linksPerPage: 50,
  /** Menus and footers repeat; most other links are found more than once. */
  newLinksPerPage: 8,
  storedBytesPerPage: 30_000,
};

/**
 * The structure of a stack, and the resources of its parts: measured by `npm run bench -- stack`
 * where it measures them.
 */
export const STACK_DEFAULTS: StackShape = {
  /** Batches become larger as a crawl grows. */
  pagesPerBatch: 140,
  hostsPerBatch: 64,
  workers: 10,
  /** A quarter of a processor; a worker mostly waits. */
  workerGb: 0.5,
  workerOverheadMs: 300,
  /** At a quarter of a processor: 1.5 ms of a whole one, and as much for TLS. */
  cpuMsPerPage: 10,
  plannerGb: 1,
  /** The rest of the minute is room for the last round to end. */
  plannerSecondsPerTick: 50,
  plannerSecondsPerBatch: 1.6,
  commitsPerBatch: 1.15,
  /** It waits at least 2 s for results. */
  commitsPerTick: 30,
  /** AWS removes an idle or an old environment after some hours. */
  restoresPerDay: 12,
  trainerGb: 1.73,
  /** A tenth more evidence makes a model stale. */
  growthPerTraining: 1.1,
  firstTraining: 100,
  trainingMs: 200,
  trainingMsPerPage: 0.02,
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

/** The parts of a stack that are charged by time. A project with a key for a search engine has another secret. */
export const STANDING_PARTS: StandingParts = { secrets: 1, alarms: 12, metrics: 8 };
