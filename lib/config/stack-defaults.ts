import type { CrawlShape, StackShape } from "../domain/bill/forecast.ts";

/** What is assumed of a web that nobody has crawled yet. */
export const ASSUMED_WEB: Omit<CrawlShape, "pages" | "hosts" | "minDelayMs"> = {
  /** A server in the same half of the world, connection and all. */
  fetchMs: 500,
  /** Of every other batch there is one host that answers late. */
  slowestFetchMs: 2_500,
  linksPerPage: 50,
  /** Menus and footers repeat; most of the rest is met more than once. */
  newLinksPerPage: 8,
  storedBytesPerPage: 30_000,
};

/** How a stack is cut, and what its parts take: as counted by `npm run bench -- stack` where that tells it. */
export const STACK_DEFAULTS: StackShape = {
  /** More are drawn together as a crawl grows. */
  pagesPerBatch: 140,
  hostsPerBatch: 64,
  workers: 10,
  /** A quarter of a processor; waiting is what a worker does most. */
  workerGb: 0.5,
  workerOverheadMs: 300,
  /** At a quarter of a processor, which takes 1.5 ms whole, and as much for TLS. */
  cpuMsPerPage: 10,
  plannerGb: 1,
  /** The rest of the minute is room for the last turn to end in. */
  plannerSecondsPerTick: 50,
  plannerSecondsPerBatch: 1.6,
  turnsPerBatch: 1.15,
  /** It waits 2 s for results at least. */
  turnsPerTick: 30,
  /** AWS takes an idle or an old environment away after some hours. */
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
