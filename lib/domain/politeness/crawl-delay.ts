import type { FailureReason, FetchOutcome } from "../fetch/fetch-outcome.ts";

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

/** Longest delay from doubling, in ms: a host that is down is still tried a dozen times an hour. */
export const MAX_DELAY_MS = 300_000;

/** Delay after a first failure if the delay so far was shorter, in ms; doubling 0 would stay 0. */
export const FIRST_FAILURE_DELAY_MS = 1_000;

/**
 * Longest wait that Retry-After may impose, in ms: a day, after which robots rules are also
 * requested again.
 */
export const MAX_RETRY_AFTER_MS = 86_400_000;

/** Failures that indicate a host under load; the others say nothing about the acceptable rate. */
const SLOWING_FAILURES: ReadonlySet<FailureReason> = new Set<FailureReason>([
  "slow-down",
  "server-error",
  "timeout",
  "connect",
  "reset",
]);

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
  crawlDelayMs: number | undefined,
  maxCrawlDelayMs: number,
): HostPace {
  if (crawlDelayMs === undefined) return pace;
  const obeyedMs = Math.max(pace.crawlDelayMs, Math.min(crawlDelayMs, maxCrawlDelayMs));
  const baseDelayMs = Math.max(pace.baseDelayMs, obeyedMs);
  return {
    ...pace,
    crawlDelayMs: obeyedMs,
    baseDelayMs,
    delayMs: Math.max(pace.delayMs, baseDelayMs),
  };
}

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
  if (pace.consecutiveFailures === 0 && pace.delayMs === pace.baseDelayMs) return pace;
  const delayMs = Math.max(pace.baseDelayMs, Math.floor(pace.delayMs / 2));
  return { ...pace, delayMs, consecutiveFailures: 0 };
}

function isAnswer(outcome: FetchOutcome): boolean {
  return (
    outcome.kind === "page" ||
    outcome.kind === "redirect" ||
    outcome.kind === "gone" ||
    (outcome.kind === "refused" && outcome.rule === "content-type")
  );
}
