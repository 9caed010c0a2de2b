import type {
  FetchedPage,
  FetchLimits,
  FetchOutcome,
} from "../../../domain/fetch/fetch-outcome.ts";
import type { RobotsFile } from "../../../domain/politeness/robots-file.ts";
import { canonicalUrl } from "../../../domain/url/canonical-url.ts";
import type { Web } from "../../../ports/web.ts";

/** Bytes of a robots.txt file that are read: the least that a crawler must (RFC 9309 §2.5). */
const MAX_ROBOTS_BYTES = 500 * 1_024;

/** Redirects followed, across hosts too; one more and the file counts as unavailable (RFC 9309 §2.3.1.2). */
const MAX_REDIRECTS = 5;

/** Asks `origin` (scheme, host and port) for its robots.txt file. */
export async function fetchRobotsFile(
  web: Web,
  origin: string,
  timeoutMs: number,
): Promise<RobotsFile> {
  const limits: FetchLimits = { bodyBytes: MAX_ROBOTS_BYTES, timeoutMs };
  let target = canonicalUrl("/robots.txt", origin);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    if (!target.ok) return { kind: "unavailable" };
    const outcome = await web.fetch(target.url, limits);
    if (outcome.kind !== "redirect") return verdictOf(outcome, hops === 0);
    target = { ok: true, url: outcome.location, host: target.host };
  }
  return { kind: "unavailable" };
}

type Answer = Exclude<FetchOutcome, { kind: "redirect" }>;

function verdictOf(outcome: Answer, isOwnHost: boolean): RobotsFile {
  switch (outcome.kind) {
    case "page":
      return { kind: "found", text: textOf(outcome) };
    case "gone":
    case "not-recorded":
      return { kind: "unavailable" };
    case "refused":
      // A redirect to where no crawler may go hides the rules; it says nothing about the host. The
      // first request has the scheme of a page's URL: only a redirect of it is refused by that rule.
      return isOwnHost && outcome.rule !== "scheme"
        ? outcome
        : unreachable(`redirected: ${outcome.rule} ${outcome.detail}`);
    case "failed":
      return isUnavailable(outcome)
        ? { kind: "unavailable" }
        : unreachable(`${outcome.reason}: ${outcome.detail}`, outcome.retryAfterMs);
  }
}

/**
 * All of 4xx means that there is no file (RFC 9309 §2.3.1.3), and so does a redirect to nowhere. But a
 * host that answers 429 asks not to be asked, and gets its wish.
 */
function isUnavailable({ status = 0, reason }: Extract<Answer, { kind: "failed" }>): boolean {
  return reason === "bad-redirect" || (status >= 400 && status < 500 && status !== 429);
}

function unreachable(detail: string, retryAfterMs = 0): RobotsFile {
  return { kind: "unreachable", detail, retryAfterMs };
}

/** The last line of a file cut off at the limit may be half a rule: it goes. */
function textOf({ body, truncated }: FetchedPage): string {
  const text = new TextDecoder().decode(body);
  return truncated ? text.slice(0, text.search(/[\r\n][^\r\n]*$/) + 1) : text;
}
