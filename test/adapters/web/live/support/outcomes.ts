import type {
  FetchedPage,
  FetchOutcome,
} from "../../../../../lib/domain/web/http/fetch-outcome.ts";
import { aUrl } from "../../../../support/a-url.ts";

/** A page whose body is `text`. */
export function aTextPage(
  text: string | Uint8Array,
  parts: Partial<FetchedPage> = {},
): FetchedPage {
  return {
    kind: "page",
    url: aUrl("http://site.example/"),
    status: 200,
    headers: [],
    body: typeof text === "string" ? new TextEncoder().encode(text) : text,
    mediaType: "text/plain",
    charset: undefined,
    truncated: false,
    ...parts,
  };
}

/** A redirect to `location`. */
export function aRedirect(location: string): FetchOutcome {
  return { kind: "redirect", status: 301, headers: [], location: aUrl(location) };
}

/** A failure with a status, if one is given. */
export function aFailure(
  reason: Extract<FetchOutcome, { kind: "failed" }>["reason"],
  status?: number,
  retryAfterMs?: number,
): FetchOutcome {
  return {
    kind: "failed",
    reason,
    detail: "as told",
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}
