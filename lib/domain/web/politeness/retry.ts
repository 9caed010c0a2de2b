/** When a URL whose fetch failed is tried again, and how long a server asks to be left alone. */

/**
 * Longest wait that Retry-After may impose, in ms: a day, after which robots rules are also
 * requested again.
 */
export const MAX_RETRY_AFTER_MS = 86_400_000;

/**
 * Wait after the first failed attempt, in ms: long enough for a restart, short compared with a
 * crawl.
 */
const FIRST_WAIT_MS = 60_000;

/** Each further wait is this many times the one before. */
const WAIT_GROWTH = 5;

/**
 * Returns when to try a URL again, in ms since the epoch, after its `attempts`-th failed fetch
 * (from 1) of at most `maxAttempts`. It returns `undefined` when the URL is given up. Retry-After
 * is obeyed if it is later. A host that asks for its cookie is well, and gets it after its delay.
 */
export function nextAttemptAt(
  attempts: number,
  maxAttempts: number,
  failure: {
    readonly reason: string;
    /** The wait that Retry-After asks for, in ms. */
    readonly retryAfterMs?: number | undefined;
  },
  now: number,
): number | undefined {
  if (failure.reason === "bad-redirect" || attempts >= maxAttempts) return undefined;
  if (failure.reason === "needs-cookie" && attempts === 1) return now;
  const grown = FIRST_WAIT_MS * WAIT_GROWTH ** (attempts - 1);
  return now + Math.min(Math.max(grown, failure.retryAfterMs ?? 0), MAX_RETRY_AFTER_MS);
}

/**
 * Returns the wait that a Retry-After header asks for, in ms from `now` (ms since the epoch), in
 * [0, 1 day]. It is `undefined` when the header is neither delay-seconds nor an HTTP-date (RFC 9110
 * §10.2.3).
 */
export function retryAfterMs(header: string, now: number): number | undefined {
  const wait = askedWaitMs(header, now);
  return wait === undefined ? undefined : Math.min(wait, MAX_RETRY_AFTER_MS);
}

/**
 * Returns the same without the upper bound: the wait that a server asks for, whether or not a
 * crawler would wait so long.
 */
export function askedWaitMs(header: string, now: number): number | undefined {
  const value = header.trim();
  // Some servers send parts of a second.
  const isSeconds = /^\d+(?:\.\d+)?$/.test(value);
  const wait = isSeconds ? Math.ceil(Number(value)) * 1_000 : httpDate(value) - now;
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}

/**
 * Parses an HTTP-date. IMF-fixdate, RFC 850 and asctime forms (RFC 9110 §5.6.7) all start with a
 * day name; it returns NaN for others.
 */
function httpDate(value: string): number {
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/i.test(value)) return Number.NaN;
  return Date.parse(/GMT|UTC/i.test(value) ? value : `${value} GMT`);
}
