import type { SnapshotShape } from "./snapshots.ts";

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
  /** Links on a page. */
  readonly linksPerPage: number;
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
  /** Most links that a host gets before other hosts get more. */
  readonly mostStep: number;
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
  /** The planner's work for a page, and for each turn. */
  readonly plannerMsPerPage: number;
  readonly plannerTurnMs: number;
  /** Its longest run. */
  readonly plannerRunMs: number;
  /**
   * Its least wait for a result, longer by each link in flight. It leaves when none is expected within the longest wait, and after
   * so many fruitless turns: its rule calls it again.
   */
  readonly plannerLeastWaitMs: number;
  readonly plannerWaitMsPerLink: number;
  readonly plannerMostWaitMs: number;
  readonly plannerIdleTurns: number;
  /** Numbers of pages at which a sample of them is read, with nothing in flight, and the time for each. */
  readonly samplesAt: readonly number[];
  readonly sampleMsPerPage: number;
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
  readonly snapshots: SnapshotShape;
  /** Whether each page is a row of the listing, and the bytes of one. */
  readonly hasRows: boolean;
  readonly bytesPerRow: number;
  /** Size of a page in a packed item of the listing, in bytes, and pages of an item and of an index. */
  readonly listedBytesPerPage: number;
  readonly pagesPerListingItem: number;
  readonly pagesPerListingIndex: number;
  /** Records of a file, and the planner's time to make and store one. */
  readonly recordsPerFile: number;
  readonly msPerRecordFile: number;
  /**
   * Requests a minute by which an event source mapping polls for messages, whether there are any or
   * not.
   */
  readonly pollsPerTick: number;
  readonly logBytesPerRun: number;
  /** Bytes that one fetch sends: request and handshake. */
  readonly egressBytesPerPage: number;
}
