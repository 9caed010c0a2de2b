import { canonicalUrl } from "../url/canonical-url.ts";
import type { Url } from "../url/url.ts";
import type { FailureReason, FetchOutcome } from "./fetch-outcome.ts";
import { headerValue, type ResponseHead } from "./response-head.ts";

/**
 * Returns the outcome that the head of a final response to `url` decides by itself (RFC 9110 §15).
 * It is `undefined` for 2xx, whose body is the page. Retry-After is left to callers that know the
 * time.
 */
export function responseOutcome(url: Url, head: ResponseHead): FetchOutcome | undefined {
  const { status, headers } = head;
  if (status >= 200 && status < 300) return undefined;
  const reason = failureReason(status);
  if (reason !== undefined)
    return { kind: "failed", reason, detail: `HTTP ${status}`, status, headers };
  return status < 400 ? redirectOutcome(url, head) : { kind: "gone", status, headers };
}

function failureReason(status: number): FailureReason | undefined {
  switch (status) {
    // Not modified: no answer to a request without a condition.
    case 304:
      return "protocol";
    case 408:
      return "timeout";
    // Too early (RFC 8470 §5.2): the same request may succeed later.
    case 425:
      return "server-error";
    case 429:
    case 503:
      return "slow-down";
    default:
      if (status < 200 || status >= 600) return "protocol";
      return status >= 500 ? "server-error" : undefined;
  }
}

/**
 * Returns the outcome of a 3xx response to `url` (RFC 9110 §10.2.2): the canonical target of its
 * first Location. A target outside http(s) is refused. A missing or unusable Location is a failure.
 */
export function redirectOutcome(url: Url, head: ResponseHead): FetchOutcome {
  const { status, headers } = head;
  const location = headerValue(headers, "location");
  if (location === undefined) return badRedirect(head, "no Location");
  const target = canonicalUrl(location, url);
  if (target.ok) return { kind: "redirect", status, headers, location: target.url };
  if (target.reason === "scheme") {
    return { kind: "refused", rule: "scheme", detail: location, status, headers };
  }
  return badRedirect(head, `${target.reason} Location`);
}

function badRedirect({ status, headers }: ResponseHead, detail: string): FetchOutcome {
  return { kind: "failed", reason: "bad-redirect", detail, status, headers };
}
