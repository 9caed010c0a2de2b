import { type Cadence, TICK_MS, until } from "./cadence.ts";
import { addUsage, NO_USAGE, type Usage } from "./usage.ts";

/** The crawl to forecast. Times in ms, sizes in bytes. */
export interface CrawlShape {
  /** Pages to fetch, from 1. */
  readonly pages: number;
  /** Hosts that have pages for most of the crawl, from 1. */
  readonly hosts: number;
  /** Least time between two requests to a host. */
  readonly minDelayMs: number;
  /** Mean time of a request, the time of one that comes late, and the share of these. */
  readonly fetchMs: number;
  readonly lateMs: number;
  readonly lateShare: number;
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
  /** Planners, each with hosts of its own and an equal part of the links in flight. */
  readonly shards: number;
  readonly plannerGb: number;
  /** The planner's work for a page, and for each turn. */
  readonly plannerMsPerPage: number;
  readonly plannerTurnMs: number;
  /** Its longest run. */
  readonly plannerRunMs: number;
  /**
   * Its least wait for a result. It leaves when none is expected within the longest wait, and after
   * so many fruitless turns: its rule calls it again.
   */
  readonly plannerLeastWaitMs: number;
  readonly plannerMostWaitMs: number;
  readonly plannerIdleTurns: number;
  /** How long a shard without hosts waits in each of its runs. */
  readonly idleShardMs: number;
  /** Numbers of pages at which a sample of them is read, with nothing in flight, and the time for each. */
  readonly samplesAt: readonly number[];
  readonly sampleMsPerPage: number;
  readonly readsPerSampledPage: number;
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
const ENTRIES_A_SQS_REQUEST = 10;

/** Returns how long a crawl takes and the usage that it causes. */
export function forecast(crawl: CrawlShape, stack: StackShape): Forecast {
  const steady = steadyState(crawl, stack);
  const whole = wholeCrawl(crawl, stack, steady);
  const ticks = Math.ceil(whole.ms / TICK_MS);
  const trainings = trainingsOf(crawl.pages, stack);
  const parts = {
    harvest: harvestUsage(crawl, stack, whole),
    plan: planUsage(crawl, stack, whole, ticks),
    train: trainUsage(crawl.pages, stack, { trainings, ticks, turns: whole.turns }),
    listing: listingUsage(crawl.pages, stack),
    "idle polls": addUsage(NO_USAGE, { sqsRequests: ticks * stack.pollsPerTick }),
  };
  return {
    usage: Object.values(parts).reduce(addUsage, NO_USAGE),
    parts,
    hours: whole.ms / 3_600_000,
    pagesPerSecond: rateOf(steady),
    bound: boundOf(crawl, stack),
    batches: whole.batches,
    ticks,
    trainings,
    pageBytes: crawl.pages * crawl.storedBytesPerPage,
    journalBytes:
      crawl.pages * (stack.journalBytesPerPage + crawl.newLinksPerPage * stack.journalBytesPerLink),
  };
}

/** Longest beginning that is played, and the steady state after it, in ms of the crawl. */
const [BEGINNING_MS, STEADY_MS] = [6 * 3_600_000, 3_600_000];

/** Times that the links in flight change in a steady state that is played. */
const STEADY_ROUNDS = 12;

/** A crawl without end: when it has grown, and some time later. */
interface SteadyState {
  readonly grown: Cadence;
  readonly later: Cadence;
}

/** Plays a crawl until as many links are in flight as may be, and on. */
function steadyState(crawl: CrawlShape, stack: StackShape): SteadyState {
  const endless = { ...crawl, pages: Infinity };
  const pages = stack.inFlight / stack.inFlightShare;
  const [grown, later] = until(endless, stack, [
    { pages, ms: BEGINNING_MS },
    { pages: pages + STEADY_ROUNDS * stack.inFlight, ms: BEGINNING_MS + STEADY_MS },
  ]);
  return { grown, later };
}

/** Returns the pages a second of a steady state. */
function rateOf({ grown, later }: SteadyState): number {
  return (1_000 * (later.pages - grown.pages)) / (later.ms - grown.ms);
}

/** Plays a crawl that ends before it has grown; a longer one goes on in its steady state. */
function wholeCrawl(crawl: CrawlShape, stack: StackShape, { grown, later }: SteadyState): Cadence {
  const { pages } = crawl;
  if (pages <= grown.pages) {
    const [whole] = until(crawl, stack, [
      { pages, ms: Infinity },
      { pages, ms: Infinity },
    ]);
    return whole;
  }
  const times = (pages - grown.pages) / (later.pages - grown.pages);
  const at = (name: keyof Cadence) => grown[name] + (later[name] - grown[name]) * times;
  return {
    pages,
    ms: at("ms"),
    batches: Math.ceil(at("batches")),
    workerMs: at("workerMs"),
    hosts: at("hosts"),
    runs: Math.ceil(at("runs")),
    plannerMs: at("plannerMs"),
    turns: Math.ceil(at("turns")),
  };
}

/** Returns what would make a grown crawl faster, if there were more of it. */
function boundOf(crawl: CrawlShape, stack: StackShape): Bound {
  const rate = (more: Partial<StackShape>, hosts = crawl.hosts) =>
    rateOf(steadyState({ ...crawl, hosts }, { ...stack, ...more }));
  const gains: readonly (readonly [Bound, number])[] = [
    ["hosts", rate({}, 2 * crawl.hosts)],
    ["links in flight", rate({ inFlight: 2 * stack.inFlight })],
    ["workers", rate({ workers: 2 * stack.workers })],
  ];
  return gains.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

function harvestUsage(crawl: CrawlShape, stack: StackShape, whole: Cadence): Usage {
  const { batches, workerMs } = whole;
  return addUsage(NO_USAGE, {
    lambdaRuns: batches,
    lambdaGbSeconds: (workerMs * stack.workerGb) / 1_000,
    // The WARC of a batch and its result.
    s3Writes: batches * 2,
    // The batch is received and removed, its result sent.
    sqsRequests: batches * 3,
    // Each worker looks up the rules of the hosts it fetches; the first one requests and stores
    // them.
    dynamoReadUnits: Math.min(whole.hosts, crawl.hosts * stack.workers),
    // A batch is claimed, and its end noted.
    dynamoWriteUnits: crawl.hosts + batches * 2,
    logBytes: batches * stack.logBytesPerRun,
    egressBytes: crawl.pages * stack.egressBytesPerPage,
  });
}

function planUsage(
  { hosts, pages }: CrawlShape,
  stack: StackShape,
  { batches, turns, runs, plannerMs }: Cadence,
  ticks: number,
): Usage {
  // Shards without a host come all the same, and look whether others have links for them.
  const idleRuns = Math.max(0, stack.shards - hosts) * ticks;
  const ms = plannerMs + idleRuns * stack.idleShardMs;
  const sampled = stack.samplesAt
    .filter((size) => size <= pages)
    .reduce((sum, size) => sum + size, 0);
  const restores = Math.ceil((ticks * TICK_MS * stack.restoresPerDay) / 86_400_000);
  return addUsage(NO_USAGE, {
    lambdaRuns: runs + idleRuns,
    lambdaGbSeconds: (ms * stack.plannerGb) / 1_000,
    // The journal, and links for the hosts of other shards.
    s3Writes: turns * (stack.shards > 1 ? 2 : 1),
    // Each result is read once. A planner without a cached session reads the whole journal, on
    // average half of its final length.
    s3Reads:
      batches +
      (restores * turns) / 2 +
      turns * (stack.shards - 1) +
      sampled * stack.readsPerSampledPage,
    // Batches are sent. Results are received and removed, at most as many at a time as one commit
    // finds.
    sqsRequests:
      batches / ENTRIES_A_SQS_REQUEST + 2 * Math.max(turns, batches / ENTRIES_A_SQS_REQUEST),
    // The planner's versioned key is swapped, the order and the newest model are read, and labels
    // are looked up.
    dynamoWriteUnits: turns,
    dynamoReadUnits: turns * 3,
    logBytes: (runs + idleRuns) * stack.logBytesPerRun,
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
