import type { FetchOutcome } from "../http/fetch-outcome.ts";
import { MAX_RETRY_AFTER_MS } from "./back-off.ts";

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
 * is obeyed if it is later.
 */
export function nextAttemptAt(
  attempts: number,
  maxAttempts: number,
  failure: Extract<FetchOutcome, { kind: "failed" }>,
  now: number,
): number | undefined {
  if (failure.reason === "bad-redirect" || attempts >= maxAttempts) return undefined;
  const grown = FIRST_WAIT_MS * WAIT_GROWTH ** (attempts - 1);
  return now + Math.min(Math.max(grown, failure.retryAfterMs ?? 0), MAX_RETRY_AFTER_MS);
}
