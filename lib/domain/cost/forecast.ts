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
  /** Most links in flight, at least so many, and at most this share of the pages fetched before. */
  readonly inFlight: number;
  readonly leastInFlight: number;
  readonly inFlightShare: number;
  /** Nothing is drawn for less than this share of them. */
  readonly drawShare: number;
  /** Hosts that the links of a draw are spread over, if there are as many. */
  readonly spreadHosts: number;
  /** Most links of a host in a draw, and the time within which the last of them starts. */
  readonly linksPerHost: number;
  readonly aheadMs: number;
  /** Most hosts and pages of a batch. */
  readonly hostsPerBatch: number;
  readonly pagesPerBatch: number;
  /** Most batches in progress at a time. */
  readonly workers: number;
  readonly workerGb: number;
  /** Start of a run, its two objects and its message. */
  readonly workerOverheadMs: number;
  /** Parsing and scoring of one page, with the worker's share of a processor. */
  readonly cpuMsPerPage: number;
  readonly plannerGb: number;
  /**
   * The planner's work for a page, its waiting for each batch but the first of a minute, and the
   * most of the time that it waits so: it stops while no results arrive.
   */
  readonly plannerMsPerPage: number;
  readonly plannerMsPerBatch: number;
  readonly plannerShare: number;
  /**
   * Mean time from the last result of a draw to the next draw: after batches that waited for a
   * worker, and else, when it is at most a share of the time of a batch.
   */
  readonly plannerLateMs: Readonly<Record<"afterWaiting" | "else" | "share", number>>;
  /** Commits of the planner for a batch: one commit takes several results. */
  readonly commitsPerBatch: number;
  /** Times a day that a planner starts without a cached session. */
  readonly restoresPerDay: number;
  readonly trainerGb: number;
  /** A rule calls the trainer so often, whether there is something to train or not. */
  readonly trainerEveryMs: number;
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
  /** Size of a page's row in the listing, in bytes, and pages of an item and of an index. */
  readonly listedBytesPerPage: number;
  readonly pagesPerListingItem: number;
  readonly pagesPerListingIndex: number;
  /**
   * Requests a minute by which an event source mapping polls for messages, whether there are any or
   * not.
   */
  readonly pollsPerTick: number;
  readonly logBytesPerRun: number;
  /** Bytes that one fetch sends: request and handshake. */
  readonly egressBytesPerPage: number;
}

/** What keeps a crawl from being faster. */
export type Bound = "hosts" | "links in flight" | "workers";

/** The expected usage of a crawl. */
export interface Forecast {
  readonly usage: Usage;
  /** The parts of the usage, by their cause. */
  readonly parts: Readonly<Record<"harvest" | "plan" | "train" | "listing" | "idle polls", Usage>>;
  readonly hours: number;
  /** Pages a second once as many links are in flight as may be, and what bounds them. */
  readonly pagesPerSecond: number;
  readonly bound: Bound;
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
  const draws = drawsOf(crawl, stack);
  const ticks = Math.ceil(draws.ms / TICK_MS);
  const turns = Math.ceil(draws.batches * stack.commitsPerBatch);
  const trainings = trainingsOf(crawl.pages, stack);
  const parts = {
    harvest: harvestUsage(crawl, stack, draws),
    plan: planUsage(crawl, stack, draws, { ticks, turns }),
    train: trainUsage(crawl.pages, stack, { trainings, ticks, turns }),
    listing: listingUsage(crawl.pages, stack),
    "idle polls": addUsage(NO_USAGE, { sqsRequests: ticks * stack.pollsPerTick }),
  };
  const steady = drawAt(Infinity, crawl, stack);
  return {
    usage: Object.values(parts).reduce(addUsage, NO_USAGE),
    parts,
    hours: draws.ms / 3_600_000,
    pagesPerSecond: (1_000 * steady.pages) / steady.ms,
    bound: boundOf(crawl, stack),
    batches: draws.batches,
    ticks,
    trainings,
    pageBytes: crawl.pages * crawl.storedBytesPerPage,
    journalBytes:
      crawl.pages * (stack.journalBytesPerPage + crawl.newLinksPerPage * stack.journalBytesPerLink),
  };
}

/** Draws of links, from one to the next: their pages and batches, and how long they take. */
interface Draws {
  readonly pages: number;
  readonly batches: number;
  readonly ms: number;
  /** Time that harvesters run, in ms. */
  readonly workerMs: number;
  /** Hosts of all batches, a host as often as it is in one. */
  readonly hosts: number;
}

/** Adds the draws of a crawl: they grow with it, until as many links are in flight as may be. */
function drawsOf(crawl: CrawlShape, stack: StackShape): Draws {
  let sum: Draws = { pages: 0, batches: 0, ms: 0, workerMs: 0, hosts: 0 };
  const grownAt = stack.inFlight / stack.inFlightShare;
  while (sum.pages < crawl.pages && sum.pages < grownAt) {
    const left = crawl.pages - sum.pages;
    sum = plus(sum, drawAt(sum.pages, crawl, stack, left), 1);
  }
  if (sum.pages >= crawl.pages) return sum;
  const steady = drawAt(Infinity, crawl, stack);
  return plus(sum, steady, (crawl.pages - sum.pages) / steady.pages);
}

function plus(sum: Draws, more: Draws, times: number): Draws {
  return {
    pages: sum.pages + more.pages * times,
    batches: Math.ceil(sum.batches + more.batches * times),
    ms: sum.ms + more.ms * times,
    workerMs: sum.workerMs + more.workerMs * times,
    hosts: sum.hosts + more.hosts * times,
  };
}

/**
 * Returns the links in flight after so many pages, at most `most`. Where there are more hosts than
 * one draw is spread over, they are drawn in parts, while the others are in flight.
 */
function drawAt(fetched: number, crawl: CrawlShape, stack: StackShape, most = Infinity): Draws {
  const { inFlight, leastInFlight, inFlightShare, spreadHosts, drawShare } = stack;
  const allowed = Math.min(inFlight, Math.max(leastInFlight, fetched * inFlightShare), most);
  const wholeSpreads = Math.round(Math.min(crawl.hosts, allowed) / spreadHosts);
  const parts = Math.min(1 / drawShare, Math.max(1, wholeSpreads));
  const perHost = Math.min(
    mostLinksOfHost(crawl, stack),
    Math.ceil(allowed / parts / Math.min(crawl.hosts, spreadHosts)),
  );
  const pages = Math.min(allowed, crawl.hosts * perHost);
  const hosts = Math.ceil(pages / parts / perHost);
  const together = Math.max(
    1,
    Math.min(hosts, stack.hostsPerBatch, Math.floor(stack.pagesPerBatch / perHost)),
  );
  const batches = Math.ceil((hosts * parts) / together);
  const batchMs = timeOfBatch(crawl, stack, { perHost, hosts: together, pages: pages / batches });
  return {
    pages,
    batches,
    // No host is asked before its delay is over, however often the planner draws.
    ms: Math.max(
      timeOfDraw({ parts, batches, batchMs }, stack),
      (pages / crawl.hosts) * (crawl.minDelayMs + crawl.fetchMs),
    ),
    workerMs: batches * batchMs,
    hosts: hosts * parts,
  };
}

/** Returns the links of a host that start within a draw's time. */
function mostLinksOfHost({ minDelayMs }: CrawlShape, stack: StackShape): number {
  const { linksPerHost, aheadMs } = stack;
  return Math.min(linksPerHost, 1 + Math.floor(aheadMs / Math.max(1, minDelayMs)));
}

/**
 * Returns the ms that a batch takes: hosts are fetched in parallel, the pages of a host one by one.
 */
function timeOfBatch(
  crawl: CrawlShape,
  stack: StackShape,
  batch: { readonly perHost: number; readonly hosts: number; readonly pages: number },
): number {
  // A host waits for the crawl delay from the end of a request to the start of the next.
  const inTurn = (batch.perHost - 1) * (crawl.minDelayMs + crawl.fetchMs);
  const last = batch.hosts === 1 ? crawl.fetchMs : crawl.slowestFetchMs;
  return stack.workerOverheadMs + inTurn + last + batch.pages * stack.cpuMsPerPage;
}

/**
 * Returns the ms until as many links were fetched as are in flight. The planner comes some time
 * after the last result: soon when batches are short, and later where some of a single draw had to
 * wait for a worker, as it is called again before they end.
 */
function timeOfDraw(
  { parts, batches, batchMs }: Readonly<Record<"parts" | "batches" | "batchMs", number>>,
  { workers, plannerLateMs }: StackShape,
): number {
  const rounds = batches / Math.min(batches, workers);
  if (rounds > 1 && parts === 1) return rounds * batchMs + plannerLateMs.afterWaiting;
  return rounds * batchMs + Math.min(plannerLateMs.else, plannerLateMs.share * batchMs);
}

/** Returns what would make a grown crawl faster, if there were more of it. */
function boundOf(crawl: CrawlShape, stack: StackShape): Bound {
  const rate = (more: Partial<StackShape>, hosts = crawl.hosts) => {
    const { pages, ms } = drawAt(Infinity, { ...crawl, hosts }, { ...stack, ...more });
    return pages / ms;
  };
  const gains: readonly (readonly [Bound, number])[] = [
    ["hosts", rate({}, 2 * crawl.hosts)],
    ["links in flight", rate({ inFlight: 2 * stack.inFlight })],
    ["workers", rate({ workers: 2 * stack.workers })],
  ];
  return gains.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

function harvestUsage(crawl: CrawlShape, stack: StackShape, draws: Draws): Usage {
  const { batches, workerMs } = draws;
  return addUsage(NO_USAGE, {
    lambdaRuns: batches,
    lambdaGbSeconds: (workerMs * stack.workerGb) / 1_000,
    // The WARC of a batch and its result.
    s3Writes: batches * 2,
    // The batch is received and removed, its result sent.
    sqsRequests: batches * 3,
    // Each worker looks up the rules of the hosts it fetches; the first one requests and stores
    // them.
    dynamoReadUnits: Math.min(draws.hosts, crawl.hosts * stack.workers),
    // A batch is claimed, and its end noted.
    dynamoWriteUnits: crawl.hosts + batches * 2,
    logBytes: batches * stack.logBytesPerRun,
    egressBytes: crawl.pages * stack.egressBytesPerPage,
  });
}

function planUsage(
  { pages }: CrawlShape,
  stack: StackShape,
  { batches }: Draws,
  { ticks, turns }: { readonly ticks: number; readonly turns: number },
): Usage {
  // It leaves when a minute's only batch has ended, and waits for the next where there are more.
  const waitMs = Math.min(
    Math.max(0, batches - ticks) * stack.plannerMsPerBatch,
    ticks * TICK_MS * stack.plannerShare,
  );
  const ms = pages * stack.plannerMsPerPage + waitMs;
  const restores = Math.ceil((ticks * TICK_MS * stack.restoresPerDay) / 86_400_000);
  return addUsage(NO_USAGE, {
    lambdaRuns: ticks,
    lambdaGbSeconds: (ms * stack.plannerGb) / 1_000,
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

function trainUsage(
  pages: number,
  stack: StackShape,
  { trainings, ticks, turns }: Readonly<Record<"trainings" | "ticks" | "turns", number>>,
): Usage {
  const calls = Math.ceil((ticks * TICK_MS) / stack.trainerEveryMs);
  let usage = addUsage(NO_USAGE, {
    lambdaRuns: calls,
    lambdaGbSeconds: (calls * stack.trainingMs * stack.trainerGb) / 1_000,
    // The journal, once: a trainer that is called so often stays.
    s3Reads: turns,
    dynamoReadUnits: calls * 3,
    logBytes: calls * stack.logBytesPerRun,
  });
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

const READ_UNIT_KB = 4;

/** Items are written when they are full, and each is read again for the index of its pages. */
function listingUsage(pages: number, stack: StackShape): Usage {
  const itemKb = (stack.pagesPerListingItem * stack.listedBytesPerPage) / KB;
  const items = Math.ceil(pages / stack.pagesPerListingItem);
  const indexKb = (stack.pagesPerListingIndex * INDEX_BYTES_A_PAGE) / KB;
  const indexes = Math.floor(pages / stack.pagesPerListingIndex);
  return addUsage(NO_USAGE, {
    dynamoWriteUnits: items * Math.ceil(itemKb) + indexes * Math.ceil(indexKb),
    dynamoReadUnits: items * Math.ceil(itemKb / READ_UNIT_KB),
  });
}

/** Hashes of URL and host, and the score. */
const INDEX_BYTES_A_PAGE = 7;
