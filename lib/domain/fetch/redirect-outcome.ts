import { canonicalUrl } from "../url/canonical-url.ts";
import type { Url } from "../url/url.ts";
import type { FetchOutcome } from "./fetch-outcome.ts";
import { headerValue, type ResponseHead } from "./response-head.ts";

/**
 * Returns the outcome of a 3xx response to `url` (RFC 9110 §10.2.2): the canonical target of its
 * first Location. A target outside http(s) is refused. A missing or unusable Location is a failure.
 */
export function redirectOutcome(url: Url, { status, headers }: ResponseHead): FetchOutcome {
  const location = headerValue(headers, "location");
  if (location === undefined) return badRedirect(status, "no Location");
  const target = canonicalUrl(location, url);
  if (target.ok) return { kind: "redirect", status, headers, location: target.url };
  if (target.reason === "scheme") return { kind: "refused", rule: "scheme", detail: location };
  return badRedirect(status, `${target.reason} Location`);
}

function badRedirect(status: number, detail: string): FetchOutcome {
  return { kind: "failed", reason: "bad-redirect", detail, status };
}
