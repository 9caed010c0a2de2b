import type { FetchLimits } from "../../../domain/web/http/fetch-outcome.ts";
import { type RobotsFile, robotsFileOf } from "../../../domain/web/politeness/robots-file.ts";
import type { TDM_PATH } from "../../../domain/web/signals/tdm-reservation.ts";
import { canonicalUrl } from "../../../domain/web/url/canonical-url.ts";
import type { Web } from "../../../ports/web.ts";

/**
 * Bytes of a file that are read: for a robots.txt file the minimum that a crawler must read (RFC 9309 §2.5).
 */
const MAX_FILE_BYTES = 500 * 1_024;

/**
 * Redirects followed, also across hosts; after one more the file counts as unavailable (RFC 9309
 * §2.3.1.2).
 */
const MAX_REDIRECTS = 5;

/** Requests a file about all of `origin` (scheme, host and port), such as `/robots.txt`. */
export async function fetchHostFile(
  web: Web,
  origin: string,
  path: "/robots.txt" | typeof TDM_PATH,
  timeoutMs: number,
): Promise<RobotsFile> {
  const limits: FetchLimits = { bodyBytes: MAX_FILE_BYTES, timeoutMs };
  let target = canonicalUrl(path, origin);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    if (!target.ok) return { kind: "unavailable" };
    const outcome = await web.fetch(target.url, limits);
    if (outcome.kind !== "redirect") return robotsFileOf(outcome, hops === 0);
    target = { ok: true, url: outcome.location, host: target.host };
  }
  return { kind: "unavailable" };
}

/** Returns the function with one request at a time for each origin: who asks meanwhile gets the same answer. */
export function oncePerOrigin<Known, Answer>(
  ask: (origin: string, known: Known) => Promise<Answer>,
): (origin: string, known: Known) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  return (origin, known) => {
    const current = underWay.get(origin);
    if (current !== undefined) return current;
    const started = ask(origin, known).finally(() => underWay.delete(origin));
    underWay.set(origin, started);
    return started;
  };
}
