import type { Url } from "../url/url.ts";
import type { FailureReason, FetchOutcome } from "./fetch-outcome.ts";
import { redirectOutcome } from "./redirect-outcome.ts";
import type { ResponseHead } from "./response-head.ts";

/**
 * Returns the outcome that the head of a final response to `url` decides by itself (RFC 9110 §15).
 * It is `undefined` for 2xx, whose body is the page. Retry-After is left to callers that know the
 * time.
 */
export function responseOutcome(url: Url, head: ResponseHead): FetchOutcome | undefined {
  const { status } = head;
  if (status >= 200 && status < 300) return undefined;
  const reason = failureReason(status);
  if (reason !== undefined) return { kind: "failed", reason, detail: `HTTP ${status}`, status };
  return status < 400 ? redirectOutcome(url, head) : { kind: "gone", status };
}

function failureReason(status: number): FailureReason | undefined {
  switch (status) {
    // Not modified: an answer to a conditional request, and this crawler sends no such request.
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
