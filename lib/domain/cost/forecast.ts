import { type Cost, costOf } from "./cost.ts";
import { addUsage, NO_USAGE, type Usage } from "./usage.ts";

/** The crawl to forecast. Times in ms, sizes in bytes. */
export interface CrawlShape {
  /** Pages to fetch, from 1. */
  readonly pages: number;
  /** Hosts that have pages for most of the crawl, from 1. */
  readonly hosts: number;
  /** Least time between two requests to a host. */
  readonly minDelayMs: number;
  /** Mean time of a request, and that of the slowest among the hosts of a batch. */
  readonly fetchMs: number;
  readonly slowestFetchMs: number;
  /** Links on a page, and how many of them are new to the crawl. */
  readonly linksPerPage: number;
  readonly newLinksPerPage: number;
  /** A stored page, compressed. */
  readonly storedBytesPerPage: number;
}

/** How the stack is configured. Memory in GB, times in ms unless stated otherwise. */
export interface StackShape {
  /** Pages of a batch, and hosts that one run fetches from at a time. */
  readonly pagesPerBatch: number;
  readonly hostsPerBatch: number;
  /** Most batches in progress at a time. */
  readonly workers: number;
  readonly workerGb: number;
  /** Start of a run, its two objects and its message. */
  readonly workerOverheadMs: number;
  /** Parsing and scoring of one page. */
  readonly cpuMsPerPage: number;
  readonly plannerGb: number;
  /**
   * Seconds that the planner runs for a batch, since it stops while no results arrive; and the most
   * in a minute.
   */
  readonly plannerSecondsPerBatch: number;
  readonly plannerSecondsPerTick: number;
  /**
   * Commits of the planner for a batch, and the most in a minute: one commit takes several results.
   */
  readonly commitsPerBatch: number;
  readonly commitsPerTick: number;
  /** Times a day that a planner starts without a cached session. */
  readonly restoresPerDay: number;
  readonly trainerGb: number;
  /**
   * Growth of the evidence between trainings: each training needs this many times the pages of the
   * last.
   */
  readonly growthPerTraining: number;
  /** Pages at the first training. */
  readonly firstTraining: number;
  /** Time of one training: the least, the time for each page of the evidence, and the longest. */
  readonly trainingMs: number;
  readonly trainingMsPerPage: number;
  readonly longestTrainingMs: number;
  /** Journal of one link and of one page, compressed. */
  readonly journalBytesPerLink: number;
  readonly journalBytesPerPage: number;
  /** Size of a page's row in the listing, in bytes. */
  readonly listedBytesPerPage: number;
  readonly pagesPerListingItem: number;
  /**
   * Requests a minute by which an event source mapping polls for messages, whether there are any or
   * not.
   */
  readonly pollsPerTick: number;
  readonly logBytesPerRun: number;
  /** Bytes that one fetch sends: request and handshake. */
  readonly egressBytesPerPage: number;
}

/** The expected usage of a crawl. */
export interface Forecast {
  readonly usage: Usage;
  /** The parts of the usage, by their cause. */
  readonly parts: Readonly<Record<"harvest" | "plan" | "train" | "listing" | "idle polls", Usage>>;
  readonly hours: number;
  readonly batches: number;
  /** Minutes in which the planner runs. */
  readonly ticks: number;
  readonly trainings: number;
  /** Bytes that stay: pages and journal. */
  readonly pageBytes: number;
  readonly journalBytes: number;
}

const KB = 1_024;
const TICK_MS = 60_000;
const ENTRIES_A_SQS_REQUEST = 10;

/** Returns how long a crawl takes and the usage that it causes. */
export function forecast(crawl: CrawlShape, stack: StackShape): Forecast {
  const batches = Math.ceil(crawl.pages / stack.pagesPerBatch);
  const batchMs = timeOfBatch(crawl, stack);
  const ticks = Math.ceil((batches * batchMs) / batchesAtOnce(crawl, stack) / TICK_MS);
  const turns = Math.ceil(Math.min(batches * stack.commitsPerBatch, ticks * stack.commitsPerTick));
  const trainings = trainingsOf(crawl.pages, stack);
  const parts = {
    harvest: harvestUsage(crawl, stack, batches, batchMs),
    plan: planUsage(stack, batches, ticks, turns),
    train: trainUsage(crawl.pages, stack, trainings, turns),
    listing: listingUsage(crawl.pages, stack, turns),
    "idle polls": addUsage(NO_USAGE, { sqsRequests: ticks * stack.pollsPerTick }),
  };
  return {
    usage: Object.values(parts).reduce(addUsage, NO_USAGE),
    parts,
    hours: (ticks * TICK_MS) / 3_600_000,
    batches,
    ticks,
    trainings,
    pageBytes: crawl.pages * crawl.storedBytesPerPage,
    journalBytes:
      crawl.pages * (stack.journalBytesPerPage + crawl.newLinksPerPage * stack.journalBytesPerLink),
  };
}

/**
 * Returns the ms that a batch takes: hosts are fetched in parallel, the pages of a host one by one.
 */
function timeOfBatch(crawl: CrawlShape, stack: StackShape): number {
  const pages = Math.min(crawl.pages, stack.pagesPerBatch);
  const hosts = Math.min(pages, hostsOfBatch(crawl, stack));
  const pagesPerHost = Math.ceil(pages / hosts);
  // A host waits for the crawl delay from the end of a request to the start of the next.
  const inTurn = (pagesPerHost - 1) * (crawl.minDelayMs + crawl.fetchMs);
  const last = hosts === 1 ? crawl.fetchMs : crawl.slowestFetchMs;
  return stack.workerOverheadMs + inTurn + last + pages * stack.cpuMsPerPage;
}

function hostsOfBatch({ hosts }: CrawlShape, stack: StackShape): number {
  return Math.min(hosts, stack.hostsPerBatch, stack.pagesPerBatch);
}

/** Returns the number of batches in progress at a time: no host is in two of them. */
function batchesAtOnce(crawl: CrawlShape, stack: StackShape): number {
  return Math.min(stack.workers, Math.floor(crawl.hosts / hostsOfBatch(crawl, stack)));
}

function harvestUsage(
  crawl: CrawlShape,
  stack: StackShape,
  batches: number,
  batchMs: number,
): Usage {
  return addUsage(NO_USAGE, {
    lambdaRuns: batches,
    lambdaGbSeconds: (batches * batchMs * stack.workerGb) / 1_000,
    // The WARC of a batch and its result.
    s3Writes: batches * 2,
    // The batch is received and removed, its result sent.
    sqsRequests: batches * 3,
    // Each worker looks up the rules of the hosts it fetches; the first one requests and stores
    // them.
    dynamoReadUnits: Math.min(batches * hostsOfBatch(crawl, stack), crawl.hosts * stack.workers),
    dynamoWriteUnits: crawl.hosts,
    logBytes: batches * stack.logBytesPerRun,
    egressBytes: crawl.pages * stack.egressBytesPerPage,
  });
}

function planUsage(stack: StackShape, batches: number, ticks: number, turns: number): Usage {
  const seconds = Math.min(
    batches * stack.plannerSecondsPerBatch,
    ticks * stack.plannerSecondsPerTick,
  );
  const restores = Math.ceil((ticks * TICK_MS * stack.restoresPerDay) / 86_400_000);
  return addUsage(NO_USAGE, {
    lambdaRuns: ticks,
    lambdaGbSeconds: seconds * stack.plannerGb,
    s3Writes: turns,
    // Each result is read once. A planner without a cached session reads the whole journal, on
    // average half of its final length.
    s3Reads: batches + (restores * turns) / 2,
    // Batches are sent. Results are received and removed, at most as many at a time as one commit
    // finds.
    sqsRequests:
      batches / ENTRIES_A_SQS_REQUEST + 2 * Math.max(turns, batches / ENTRIES_A_SQS_REQUEST),
    // The planner's versioned key is swapped, the order and the newest model are read, and labels
    // are looked up.
    dynamoWriteUnits: turns,
    dynamoReadUnits: turns * 3,
    logBytes: ticks * stack.logBytesPerRun,
  });
}

/**
 * Returns the number of trainings of a crawl; each needs a given multiple of the pages of the one
 * before.
 */
function trainingsOf(pages: number, { firstTraining, growthPerTraining }: StackShape): number {
  if (pages < firstTraining) return 0;
  return 1 + Math.floor(Math.log(pages / firstTraining) / Math.log(growthPerTraining));
}

function trainUsage(pages: number, stack: StackShape, trainings: number, turns: number): Usage {
  let usage = NO_USAGE;
  for (let training = 0; training < trainings; training++) {
    const seen = stack.firstTraining * stack.growthPerTraining ** training;
    const ms = Math.min(stack.longestTrainingMs, stack.trainingMs + seen * stack.trainingMsPerPage);
    usage = addUsage(usage, {
      lambdaRuns: 1,
      lambdaGbSeconds: (ms * stack.trainerGb) / 1_000,
      s3Writes: 1,
      // The journal as far as it is written by then, and the model, which its planner reads.
      s3Reads: (turns * seen) / pages + 1,
      dynamoReadUnits: 2,
      dynamoWriteUnits: 1,
      logBytes: stack.logBytesPerRun,
    });
  }
  return usage;
}

function listingUsage(pages: number, stack: StackShape, turns: number): Usage {
  const itemUnits = Math.ceil((stack.pagesPerListingItem * stack.listedBytesPerPage) / KB);
  const items = Math.ceil(pages / stack.pagesPerListingItem);
  // A batch window that ends within an item writes that item again in the next one.
  const again = Math.min(turns, pages);
  return addUsage(NO_USAGE, {
    dynamoWriteUnits: items * itemUnits + (again * itemUnits) / 2,
    dynamoReadUnits: again,
  });
}

/** A crawl by the plain design: one message, one object and one function run per page. */
interface NaiveCrawl {
  readonly pages: number;
  readonly linksPerPage: number;
  /** Whether rows have an index on the score: each write then costs twice. */
  readonly hasIndex: boolean;
}

/** A message is sent, received and removed. */
const REQUESTS_A_MESSAGE = 3;

/** The row of a page is claimed, then updated with its outcome. */
const WRITES_A_PAGE = 2;

/** One function run per page: a second with 512 MB, mostly spent waiting for the server. */
const GB_SECONDS_A_PAGE = 0.5;

/** Bytes that Lambda and the handler log in one run. */
const LOG_BYTES_A_RUN = 1_000;

/** A request and the share of its connection, in bytes. */
const EGRESS_BYTES_A_PAGE = 500;

/**
 * Returns the cost of a crawl with a message, an object and a function run per page. Each link is a
 * row of up to 1 KB. The size of links is not modelled; the constants above model that of pages.
 */
export function naiveCost({ pages, linksPerPage, hasIndex }: NaiveCrawl): Cost {
  return costOf({
    ...NO_USAGE,
    dynamoWriteUnits: pages * (linksPerPage * (hasIndex ? 2 : 1) + WRITES_A_PAGE),
    s3Writes: pages,
    sqsRequests: pages * REQUESTS_A_MESSAGE,
    lambdaRuns: pages,
    lambdaGbSeconds: pages * GB_SECONDS_A_PAGE,
    logBytes: pages * LOG_BYTES_A_RUN,
    egressBytes: pages * EGRESS_BYTES_A_PAGE,
  });
}
