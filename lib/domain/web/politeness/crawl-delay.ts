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
