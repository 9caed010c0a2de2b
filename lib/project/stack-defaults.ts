import { SEEN_STEPS } from "../crawl/seen-pages.ts";
import type { StandingParts } from "../domain/cost/cost.ts";
import type { CrawlShape, StackShape } from "../domain/cost/stack-shape.ts";
import {
  BATCH_WINDOW,
  DRAW_SHARE,
  FUNCTION_MB,
  IN_FLIGHT_SHARE,
  LEAST_IN_FLIGHT,
  MOST_HOSTS_OF_BATCH,
  MOST_STEP,
  mostPagesOfBatch,
  PLANNER_RUN_MS,
  PLANNER_WAITS,
  SPREAD_HOSTS,
  type StackLimits,
  WHOLE_PROCESSOR_MB,
} from "./stack-limits.ts";

/** Start, end and report of a run, and one line of metrics, in bytes. */
export const LOG_BYTES_A_RUN = 1_500;

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
  /** Menus and footers repeat; most other links are found more than once. */
  newLinksPerPage: 8,
  storedBytesPerPage: 30_000,
};

/** Processor time of one page in ms, on a whole processor: as much as the bench counts, and TLS. */
const CPU_MS_A_PAGE = 2 + 1.5;

/**
 * Returns the structure of a stack with these limits, and the resources of its parts: measured by
 * `npm run bench -- stack` where it measures them.
 */
export function stackShape(limits: StackLimits): StackShape {
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
    cpuMsPerPage: CPU_MS_A_PAGE / Math.min(1, harvesterMb / WHOLE_PROCESSOR_MB),
    plannerGb: FUNCTION_MB.planner / MB_PER_GB,
    plannerMsPerPage: 1,
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
    journalBytesPerLink: 60,
    journalBytesPerPage: 300,
    listedBytesPerPage: 158,
    pagesPerListingItem: 64,
    pagesPerListingIndex: 1_024,
    /** Five pollers, each asking again after 20 s. */
    pollsPerTick: 15,
    logBytesPerRun: LOG_BYTES_A_RUN,
    egressBytesPerPage: EGRESS_BYTES_A_PAGE,
  };
}

/** The parts of a stack that are charged by time. A project with a key for a search engine has another secret. */
export const STANDING_PARTS: StandingParts = { secrets: 1, alarms: 12, metrics: 8 };
