/** How long a host is left alone: between requests, after failures, and as it asks for. */
import type { FailureReason, FetchOutcome } from "../http/fetch-outcome.ts";
import { MAX_RETRY_AFTER_MS } from "./retry.ts";

/** The rate of requests to one host; changed only by the functions of this folder. */
export interface HostPace {
  /** Least time from the end of one request to the start of the next, in ms. */
  readonly delayMs: number;
  /** The delay after recovery: the largest of the setting and the host's crawl-delay, in ms. */
  readonly baseDelayMs: number;
  /**
   * The crawl-delay of the host's robots.txt, as far as it is obeyed, in ms; 0 when there is no
   * crawl-delay.
   */
  readonly crawlDelayMs: number;
  /** Slow-downs and failures in a row. */
  readonly consecutiveFailures: number;
  /** No request before this moment, ms since the epoch; 0 when no wait is set. */
  readonly notBefore: number;
}

/** Returns the pace of an unknown host. */
export function freshPace(minDelayMs: number): HostPace {
  return {
    delayMs: minDelayMs,
    baseDelayMs: minDelayMs,
    crawlDelayMs: 0,
    consecutiveFailures: 0,
    notBefore: 0,
  };
}

/**
 * Returns the pace under another setting: the base is the largest of it and the crawl-delay. A host
 * at its base delay stays at its base delay. A slower delay stays, and recovers later.
 */
export function withMinDelay(pace: HostPace, minDelayMs: number): HostPace {
  const baseDelayMs = Math.max(minDelayMs, pace.crawlDelayMs);
  const isSlowed = pace.delayMs > pace.baseDelayMs;
  return {
    ...pace,
    baseDelayMs,
    delayMs: isSlowed ? Math.max(pace.delayMs, baseDelayMs) : baseDelayMs,
  };
}

/**
 * Raises the pace's delays to the host's crawl-delay, of which at most `maxCrawlDelayMs` counts.
 */
export function withCrawlDelay(
  pace: HostPace,
  crawlDelayMs: number,
  maxCrawlDelayMs: number,
): HostPace {
  const obeyedMs = Math.max(pace.crawlDelayMs, Math.min(crawlDelayMs, maxCrawlDelayMs));
  const baseDelayMs = Math.max(pace.baseDelayMs, obeyedMs);
  return {
    ...pace,
    crawlDelayMs: obeyedMs,
    baseDelayMs,
    delayMs: Math.max(pace.delayMs, baseDelayMs),
  };
}

/** The time between a request to a host and those before it. */
interface RequestGap {
  /** Requests still running when it began. */
  readonly running: number;
  /** Time from the end of the last finished request, in ms; infinite when none has finished. */
  readonly gapMs: number;
  /**
   * Time until the first of those still running was answered, in ms; infinite when none was
   * running.
   */
  readonly untilFreeMs: number;
}

/** The waits between requests to one host. Times in ms since the epoch. */
export class HostGaps {
  /** Ends of requests that may still be running. */
  #running: number[] = [];
  #lastEnd = Number.NEGATIVE_INFINITY;

  /** Records the end of an event without a known start. */
  end(at: number): void {
    this.#lastEnd = Math.max(this.#lastEnd, at);
  }

  /** Records a request that began and took `ms`; requests must be in the order of their starts. */
  begin(at: number, ms: number): RequestGap {
    this.#lastEnd = Math.max(this.#lastEnd, ...this.#running.filter((end) => end <= at));
    const running = this.#running.filter((end) => end > at);
    this.#running = [...running, at + ms];
    const untilFreeMs = Math.min(...running) - at;
    return { running: running.length, gapMs: at - this.#lastEnd, untilFreeMs };
  }
}

/** Longest delay from doubling, in ms: a host that is down is still tried a dozen times an hour. */
export const MAX_DELAY_MS = 300_000;

/** Delay after a first failure if the delay so far was shorter, in ms; doubling 0 would stay 0. */
export const FIRST_FAILURE_DELAY_MS = 1_000;

/** Failures that indicate a host under load; the others say nothing about the acceptable rate. */
const SLOWING_FAILURES: ReadonlySet<FailureReason> = new Set<FailureReason>([
  "slow-down",
  "server-error",
  "timeout",
  "connect",
  "reset",
]);

/**
 * Returns the pace after a fetch that ended at `now` (ms since the epoch). A failure that indicates
 * load doubles the delay. An answer halves it towards the base. Anything else leaves it.
 */
export function paceAfter(pace: HostPace, outcome: FetchOutcome, now: number): HostPace {
  if (outcome.kind === "failed") {
    return SLOWING_FAILURES.has(outcome.reason)
      ? slowed(pace, outcome.retryAfterMs ?? 0, now)
      : pace;
  }
  return isAnswer(outcome) ? recovered(pace) : pace;
}

function slowed(pace: HostPace, retryAfterMs: number, now: number): HostPace {
  const doubled = Math.max(2 * pace.delayMs, FIRST_FAILURE_DELAY_MS);
  const wait = Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
  return {
    ...pace,
    delayMs: Math.min(doubled, Math.max(MAX_DELAY_MS, pace.baseDelayMs)),
    consecutiveFailures: pace.consecutiveFailures + 1,
    notBefore: wait > 0 ? Math.max(pace.notBefore, now + wait) : pace.notBefore,
  };
}

function recovered(pace: HostPace): HostPace {
  const delayMs = Math.max(pace.baseDelayMs, Math.floor(pace.delayMs / 2));
  return { ...pace, delayMs, consecutiveFailures: 0 };
}

function isAnswer(outcome: FetchOutcome): boolean {
  return (
    outcome.kind === "page" ||
    outcome.kind === "redirect" ||
    outcome.kind === "gone" ||
    outcome.kind === "get-needed" ||
    outcome.kind === "not-modified" ||
    (outcome.kind === "refused" && outcome.rule === "content-type")
  );
}
