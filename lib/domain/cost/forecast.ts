import { type Cadence, TICK_MS, until } from "./cadence.ts";
import { addUsage, NO_USAGE, type Usage } from "./cost.ts";
import { snapshotsOf } from "./snapshots.ts";
import type { CrawlShape, StackShape } from "./stack-shape.ts";

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
    listing: listingUsage(crawl.pages, stack, whole.turns),
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
    journalBytes: crawl.pages * stack.snapshots.journalBytesPerPage,
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
  { pages }: CrawlShape,
  stack: StackShape,
  { batches, turns, runs, plannerMs }: Cadence,
  ticks: number,
): Usage {
  const sampled = sampledPages(pages, stack);
  const restores = Math.ceil((ticks * TICK_MS * stack.restoresPerDay) / 86_400_000);
  const snapshots = snapshotsOf(pages, stack.snapshots);
  return addUsage(NO_USAGE, {
    lambdaRuns: runs,
    lambdaGbSeconds: ((plannerMs + snapshots.ms) * stack.plannerGb) / 1_000,
    // The journal, and its snapshots.
    s3Writes: turns + snapshots.objects,
    // Each result is read once. A planner without a cached session reads the whole journal, on
    // average half of its final length.
    s3Reads: batches + (restores * turns) / 2 + sampled,
    // Batches are sent. Results are received and removed, at most as many at a time as one commit
    // finds.
    sqsRequests:
      batches / ENTRIES_A_SQS_REQUEST + 2 * Math.max(turns, batches / ENTRIES_A_SQS_REQUEST),
    // The planner's versioned key, of more than 1 KB, is swapped, the order and the newest model are
    // read, and labels are looked up.
    dynamoWriteUnits: turns * 2,
    dynamoReadUnits: turns * 3,
    logBytes: runs * stack.logBytesPerRun,
  });
}

/** Returns the number of pages that samples of a crawl's pages have read, each of which judges all pages again. */
function sampledPages(pages: number, { samplesAt }: StackShape): number {
  return samplesAt.filter((size) => size <= pages).reduce((sum, size) => sum + size, 0);
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

/**
 * Rows are written with each commit, which is noted once; packed items when they are full; an index of what was just listed. In
 * either form they are in files, too.
 */
function listingUsage(pages: number, stack: StackShape, turns: number): Usage {
  const { recordsPerFile, msPerRecordFile, plannerGb } = stack;
  const files = Math.ceil((pages + sampledPages(pages, stack)) / recordsPerFile);
  const filed = addUsage(NO_USAGE, {
    s3Writes: files,
    lambdaGbSeconds: (files * msPerRecordFile * plannerGb) / 1_000,
  });
  const rowKb = stack.bytesPerRow / KB;
  const itemKb = (stack.pagesPerListingItem * stack.listedBytesPerPage) / KB;
  const items = Math.ceil(pages / stack.pagesPerListingItem);
  const indexKb = (stack.pagesPerListingIndex * INDEX_BYTES_A_PAGE) / KB;
  const indexes = Math.floor(pages / stack.pagesPerListingIndex);
  const indexUnits = indexes * Math.ceil(indexKb);
  const units = stack.hasRows ? pages * Math.ceil(rowKb) + turns : items * Math.ceil(itemKb);
  return addUsage(filed, { dynamoWriteUnits: units + indexUnits });
}

/** Hashes of URL and host, and the score. */
const INDEX_BYTES_A_PAGE = 7;
