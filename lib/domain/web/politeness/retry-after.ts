import { MAX_RETRY_AFTER_MS } from "./back-off.ts";

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
  const wait = /^\d+$/.test(value) ? Number(value) * 1_000 : httpDate(value) - now;
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
