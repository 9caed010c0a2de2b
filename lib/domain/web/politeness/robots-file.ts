import type { FetchedPage, FetchOutcome, RefusalRule } from "../http/fetch-outcome.ts";

/** The result of a request for a host's robots.txt file (RFC 9309 §2.3.1). */
export type RobotsFile =
  | { readonly kind: "found"; readonly text: string }
  /** There is no file: everything is allowed. */
  | { readonly kind: "unavailable" }
  /** The rules are unknown: nothing is allowed for now. */
  | {
      readonly kind: "unreachable";
      readonly detail: string;
      readonly retryAfterMs: number;
      /** True when no server is there. */
      readonly isAbsent?: true;
    }
  /** No request to the host is allowed at all. */
  | { readonly kind: "refused"; readonly rule: RefusalRule; readonly detail: string };

/** The outcome of a request for robots.txt after its redirects. */
type Answer = Exclude<FetchOutcome, { kind: "redirect" }>;

/**
 * Returns what the outcome of a request means (RFC 9309 §2.3.1): 4xx allows everything, 5xx and 429
 * allow nothing for now. `isOwnHost` is true when no redirect was followed.
 */
export function robotsFileOf(outcome: Answer, isOwnHost: boolean): RobotsFile {
  switch (outcome.kind) {
    case "page":
      return { kind: "found", text: textOf(outcome) };
    case "gone":
    case "get-needed":
    case "not-modified":
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
        : {
            ...unreachable(`${outcome.reason}: ${outcome.detail}`, outcome.retryAfterMs),
            ...(isOwnHost && outcome.isAbsent && { isAbsent: true }),
          };
  }
}

/**
 * All of 4xx means that there is no file (RFC 9309 §2.3.1.3), and so does a redirect to nowhere. But a
 * host that answers 429 asks not to be asked, and gets its wish.
 */
function isUnavailable({ status = 0, reason }: Extract<Answer, { kind: "failed" }>): boolean {
  if (reason === "bad-redirect" || reason === "needs-cookie") return true;
  return status >= 400 && status < 500 && status !== 429;
}

function unreachable(detail: string, retryAfterMs = 0): RobotsFile {
  return { kind: "unreachable", detail, retryAfterMs };
}

/** The last line of a file cut off at the limit may be half a rule: it goes. */
function textOf({ body, truncated }: FetchedPage): string {
  const text = new TextDecoder(encodingOf(body)).decode(body);
  return truncated ? text.slice(0, text.search(/[\r\n][^\r\n]*$/) + 1) : text;
}

/**
 * A file is UTF-8 (RFC 9309 §2.2). Some are UTF-16, with the byte order mark that says so: their
 * rules are meant, too.
 */
function encodingOf(body: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  return "utf-8";
}
