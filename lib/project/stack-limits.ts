/** What a stack may do at one time, and the shape and prices that its forecast assumes. */
import { DEFAULTS } from "../config/defaults.ts";
import { SEEN_STEPS } from "../crawl/train-model.ts";
import type { StandingParts } from "../domain/cost/cost.ts";
import type { CrawlShape, StackShape } from "../domain/cost/stack-shape.ts";
import type { ListingForm } from "../ports/page-listing.ts";
import type { Project } from "./project-schema.ts";

/** What a stack may do at one time, and what its harvesters may hold. */
export interface StackLimits extends ReadingLoad {
  /** Most harvesters at one time. */
  readonly workers: number;
  /** Most links in flight. */
  readonly inFlight: number;
  /** Memory of a harvester, in MB. */
  readonly harvesterMb: number;
}

/** What reading the pages of a crawl takes of a harvester beside its usual work. */
export interface ReadingLoad {
  /** Harvesters hold the detector of languages. */
  readonly detectsLanguages?: true;
  /** Harvesters read PDFs in a process beside their own. */
  readonly readsPdfs?: true;
}

/** Harvesters at one time where a project names none: they leave some for other functions within the ten that a new account may run. */
export const FEW_WORKERS = 5;

/**
 * Harvesters at one time where a project names none and the account may run so many functions: a tenth of the usual quota leaves room for
 * other stacks. They are cheaper a page than five, as an hour of the planner makes more pages.
 */
export const MANY_WORKERS = { workers: 20, from: 100 } as const;

/** Memory that brings one whole processor, in MB (AWS Lambda). */
export const WHOLE_PROCESSOR_MB = 1_769;

/** Memory of the functions that no project sizes, in MB. */
export const FUNCTION_MB = {
  planner: 2_048,
  trainer: WHOLE_PROCESSOR_MB,
  "api-handler": 768,
  watchdog: 256,
  authorizer: 256,
} as const;

/**
 * Longest run of a harvester, in seconds: as long as the leases of its links. A PDF may take half a minute of a processor, and one is
 * read after the other: then it is as long as Lambda lets it be.
 */
export function harvesterSeconds({ scope }: Pick<Project, "scope">): number {
  return scope.pdf ? 900 : 300;
}

/** Disk of a planner, in bytes: the most that Lambda gives. */
export const PLANNER_DISK_BYTES = 10 * 1_024 ** 3;

/** Share of its disk or memory at which a planner ends its crawl: what is in flight still comes back. */
export const MOST_FILL = 0.9;

/**
 * Journal after which a planner writes a snapshot. What a crawl writes in it depends on its strategy, so pages are no measure. To
 * apply so small a share takes about as long as to load the snapshot, and the most of it a minute.
 */
export const SNAPSHOT_TAIL = {
  ofDatabase: 1 / 64,
  leastBytes: 16_777_216,
  mostBytes: 67_108_864,
};

/** Longest run of a planner, in ms: most of the minute after which its rule calls the next. */
export const PLANNER_RUN_MS = 55_000;

/**
 * Waits of a planner, in ms: the least one for a result, longer where more links are in flight, and
 * the longest until one is due. It leaves when nothing is due for longer, since waiting costs and its
 * rule calls it again free of charge, and after so many turns without news.
 */
export const PLANNER_WAITS = { leastMs: 2_000, msPerLink: 1, mostMs: 10_000, mostIdleTurns: 3 };

/** Share of the pages fetched so far that may be in flight: no decision is older than that. */
export const IN_FLIGHT_SHARE = 0.1;

/** Least number of links in flight, however few pages were fetched. */
export const LEAST_IN_FLIGHT = 64;

/**
 * Nothing is drawn for less room than this share of the in-flight limit: each batch has a price.
 */
export const DRAW_SHARE = 0.25;

/**
 * One batch window of a host: most links, and until when the last may start, in ms from the draw.
 * With the time that the host takes to answer, it ends just before the planner is called again, a
 * minute later.
 */
export const BATCH_WINDOW = { perHost: 50, aheadMs: 35_000 };

/**
 * Hosts that a window is spread over, if there are as many: with few at a time a worker waits long.
 */
export const SPREAD_HOSTS = 256;

/**
 * Most links that a host gets before other hosts get more, however many are drawn: their results come
 * before the planner, which waits some seconds in vain, leaves. While it is away, all links in flight
 * come back, and it would draw all again: as many a minute.
 */
export const MOST_STEP = 4;

/**
 * Most hosts of a batch: they are fetched from at one time. With so many a second apart, a harvester of 384 MB is busy reading pages for
 * as long as it waits for hosts: fewer wait at a price, and more only make it later.
 */
export const MOST_HOSTS_OF_BATCH = 80;

/** So few hosts fill one batch, whose harvester waits for them most of the time. */
const FEW_HOSTS = 3;

/**
 * Memory of a harvester in MB. A batch of many hosts holds some 600 pages, and peaked at 225 MB. One
 * of three hosts holds 150, and peaked at 207 MB; its time is paid by the MB.
 */
const MEMORY_MB = { many: 384, few: 224 };

/**
 * Memory of the detector of languages, in MB: what loading it adds to a process, most of it for
 * a moment.
 */
const DETECTOR_MB = 96;

/** Memory of the process that reads PDFs, in MB: where others have left most in it, and the next one adds most. */
const PDF_READER_MB = 896;

/** Memory that a harvester holds without a page, with each page of 330 links, and with each where some are PDFs, in MB. */
const [EMPTY_MB, PAGE_MB, PDF_PAGE_MB] = [160, 0.35, 1.5];

/** Returns what reading the pages of a project takes. */
export function readingLoad({ scope }: Pick<Project, "scope">): ReadingLoad {
  return {
    ...(scope.detectLanguage !== undefined && { detectsLanguages: true }),
    ...(scope.pdf && { readsPdfs: true }),
  };
}

function addedMb({ detectsLanguages, readsPdfs }: ReadingLoad): number {
  return (detectsLanguages ? DETECTOR_MB : 0) + (readsPdfs ? PDF_READER_MB : 0);
}

/** Returns the least memory of a harvester that reads the pages of a project, in MB. */
export function leastHarvesterMb(load: ReadingLoad): number {
  return MEMORY_MB.few + addedMb(load);
}

/** Most pages of a batch, however much memory there is: their links fit a message. */
const MOST_PAGES = 1_000;

/** Most pages that are listed as rows if the project does not say: more of them cost more than all the rest. */
const MOST_ROWS = 1_000_000;

/** Returns the form of the list of a crawl's pages. */
export function listingForm(
  { stack, budget }: Pick<Project, "stack" | "budget">,
  pages = budget.pages,
): ListingForm {
  return stack.records ?? (pages <= MOST_ROWS ? "rows" : "packed");
}

/** The number of functions of a stack beside its harvesters. */
export const OTHER_FUNCTIONS = Object.keys(FUNCTION_MB).length;

/**
 * Returns the limits of a project's stack; its hosts decide on the memory if it says none, and `workers` is their number if it says none.
 */
export function stackLimits(
  project: Pick<Project, "scope" | "seeds" | "search" | "stack">,
  workers?: number,
): StackLimits {
  const limits = limitsOf(project, hasFewHosts(project));
  return { ...limits, workers: project.stack.workers ?? workers ?? limits.workers };
}

/** Returns the limits of a project's stack when its crawl stays at so many hosts. */
export function stackLimitsFor(
  project: Pick<Project, "scope" | "stack">,
  hosts: number,
): StackLimits {
  return limitsOf(project, hosts <= FEW_HOSTS);
}

function limitsOf({ scope, stack }: Pick<Project, "scope" | "stack">, isFew: boolean): StackLimits {
  const { workers = FEW_WORKERS, inFlight, memory } = stack;
  const load = readingLoad({ scope });
  const mb = (isFew ? MEMORY_MB.few : MEMORY_MB.many) + addedMb(load);
  return { workers, inFlight, harvesterMb: memory ?? mb, ...load };
}

/** The limits of a project that says nothing of its stack. */
export const DEFAULT_STACK_LIMITS: StackLimits = {
  ...DEFAULTS.stack,
  workers: FEW_WORKERS,
  harvesterMb: MEMORY_MB.many,
};

/** Returns the most pages of a batch that a harvester of so many MB can hold; from 1. */
export function mostPagesOfBatch({
  harvesterMb,
  ...load
}: Pick<StackLimits, "harvesterMb"> & ReadingLoad): number {
  const pageMb = load.readsPdfs ? PDF_PAGE_MB : PAGE_MB;
  const fitting = Math.floor((harvesterMb - EMPTY_MB - addedMb(load)) / pageMb);
  return Math.max(1, Math.min(MOST_PAGES, fitting));
}

/** Returns whether a crawl stays at a few hosts that its seeds or its scope name. */
function hasFewHosts({
  scope,
  seeds,
  search,
}: Pick<Project, "scope" | "seeds" | "search">): boolean {
  if (scope.allowHosts.length > 0) return scope.allowHosts.length <= FEW_HOSTS;
  if (scope.hosts !== "seeds" || search !== undefined) return false;
  const hosts = new Set(seeds.urls.map((url) => new URL(url).host));
  return hosts.size > 0 && hosts.size <= FEW_HOSTS;
}

/** Start, end and report of a run, and one line of metrics, in bytes. */
export const LOG_BYTES_A_RUN = 1_500;

/** Where the bucket has the records of all crawls, as files for Athena. */
export const RECORD_FILES = "records/";

/** Records of a file, some 115 KB. The last file of a crawl has fewer. */
export const RECORDS_A_FILE = 1_024;

/** Bytes that one fetch sends: request and handshake. */
export const EGRESS_BYTES_A_PAGE = 1_000;

const MB_PER_GB = 1_024;

/** Assumptions about a web that was not crawled yet. */
export const ASSUMED_WEB: Omit<CrawlShape, "pages" | "hosts" | "minDelayMs"> = {
  /** A server in the same half of the world, connection and all. */
  fetchMs: 500,
  /** Some servers hang now and then: a batch waits for its last page. */
  lateMs: 4_000,
  lateShare: 1 / 200,
  linksPerPage: 50,
  storedBytesPerPage: 30_000,
};

/** What a page takes of a stack, which depends on the strategy of its crawl. */
export interface PageLoad {
  /** Processor time of the planner and of a harvester, in ms on a whole processor. */
  readonly plannerMs: number;
  readonly harvesterMs: number;
  /** Bytes of the planner's database and of its journal, with those of the page's new links. */
  readonly databaseBytes: number;
  readonly journalBytes: number;
}

/** Processor time of the TLS of a page, which no bench counts, in ms. */
const TLS_MS_A_PAGE = 1.5;

/** Processor time of a planner to write a byte of its database, in ms. */
const SNAPSHOT_MS_A_BYTE = 6.7e-6;

/**
 * Returns the structure of a stack with these limits, this form of the pages' list and this load of a page, and the resources of its
 * parts: measured by `npm run bench -- stack` where it measures them.
 */
export function stackShape(limits: StackLimits, records: ListingForm, load: PageLoad): StackShape {
  const { workers, inFlight, harvesterMb } = limits;
  return {
    inFlight,
    leastInFlight: LEAST_IN_FLIGHT,
    inFlightShare: IN_FLIGHT_SHARE,
    drawShare: DRAW_SHARE,
    spreadHosts: SPREAD_HOSTS,
    mostStep: MOST_STEP,
    linksPerHost: BATCH_WINDOW.perHost,
    aheadMs: BATCH_WINDOW.aheadMs,
    hostsPerBatch: MOST_HOSTS_OF_BATCH,
    pagesPerBatch: mostPagesOfBatch(limits),
    workers,
    workerGb: harvesterMb / MB_PER_GB,
    workerOverheadMs: 300,
    cpuMsPerPage:
      (load.harvesterMs + TLS_MS_A_PAGE) / Math.min(1, harvesterMb / WHOLE_PROCESSOR_MB),
    plannerGb: FUNCTION_MB.planner / MB_PER_GB,
    plannerMsPerPage: load.plannerMs,
    plannerTurnMs: 150,
    plannerRunMs: PLANNER_RUN_MS,
    plannerLeastWaitMs: PLANNER_WAITS.leastMs,
    plannerWaitMsPerLink: PLANNER_WAITS.msPerLink,
    plannerMostWaitMs: PLANNER_WAITS.mostMs,
    plannerIdleTurns: PLANNER_WAITS.mostIdleTurns,
    samplesAt: SEEN_STEPS,
    sampleMsPerPage: 22,
    /** AWS removes an idle or an old environment after some hours. */
    restoresPerDay: 12,
    trainerGb: FUNCTION_MB.trainer / MB_PER_GB,
    trainerEveryMs: 300_000,
    /** A tenth more evidence makes a model stale. */
    growthPerTraining: 1.1,
    firstTraining: 100,
    trainingMs: 200,
    trainingMsPerPage: 0.02,
    longestTrainingMs: 300_000,
    snapshots: {
      tail: SNAPSHOT_TAIL,
      msPerByte: SNAPSHOT_MS_A_BYTE,
      databaseBytesPerPage: load.databaseBytes,
      journalBytesPerPage: load.journalBytes,
    },
    hasRows: records === "rows",
    bytesPerRow: 950,
    listedBytesPerPage: 158,
    pagesPerListingItem: 64,
    pagesPerListingIndex: 1_024,
    recordsPerFile: RECORDS_A_FILE,
    /** 26 µs of a processor a record, and 40 ms to store a file. */
    msPerRecordFile: 70,
    /** Five pollers, each asking again after 20 s. */
    pollsPerTick: 15,
    logBytesPerRun: LOG_BYTES_A_RUN,
    egressBytesPerPage: EGRESS_BYTES_A_PAGE,
  };
}

/** The parts of a stack that are charged by time. A project with a key for a search engine has another secret. */
export const STANDING_PARTS: StandingParts = { secrets: 1, alarms: 13, metrics: 8 };
