import type { FetchOutcome, HeaderList } from "../../../domain/fetch/fetch-outcome.ts";
import { mediaTypeOf } from "../../../domain/fetch/media-type.ts";
import { headerText, headerValue, type ResponseHead } from "../../../domain/fetch/response-head.ts";
import { responseOutcome } from "../../../domain/fetch/response-outcome.ts";
import { retryAfterMs } from "../../../domain/politeness/retry-after.ts";
import type { Url } from "../../../domain/url/url.ts";

/** A response whose body is wanted. */
export interface PageHead extends ResponseHead {
  readonly kind: "page";
}

/** What a response's status and headers decide; `isDrained` where the body is worth the connection. */
export type Head =
  | PageHead
  | { readonly kind: "outcome"; readonly outcome: FetchOutcome; readonly isDrained: boolean };

/** What judging a head takes from the request. */
export interface HeadContext {
  readonly url: Url;
  readonly accepts: (mediaType: string) => boolean;
  /** Ms since the epoch. */
  readonly now: () => number;
}

/** Decides on `status` (200 or more) and `rawHeaders` (undici's: name and value in turn). */
export function judgeHead(
  status: number,
  rawHeaders: unknown,
  { url, accepts, now }: HeadContext,
): Head {
  const headers = headerList(rawHeaders);
  const decided = responseOutcome(url, { status, headers });
  if (decided !== undefined) {
    return { kind: "outcome", outcome: withRetryAfter(decided, headers, now()), isDrained: true };
  }
  const { mediaType } = mediaTypeOf(headers);
  if (accepts(mediaType)) return { kind: "page", status, headers };
  const outcome = { kind: "refused", rule: "content-type", detail: mediaType } as const;
  return { kind: "outcome", outcome, isDrained: false };
}

function withRetryAfter(outcome: FetchOutcome, headers: HeaderList, now: number): FetchOutcome {
  if (outcome.kind !== "failed" || outcome.reason !== "slow-down") return outcome;
  const asked = headerValue(headers, "retry-after");
  const waitMs = asked === undefined ? undefined : retryAfterMs(asked, now);
  return waitMs === undefined ? outcome : { ...outcome, retryAfterMs: waitMs };
}

/** undici gives HTTP/1.1 headers as buffers. */
function headerList(rawHeaders: unknown): HeaderList {
  if (!Array.isArray(rawHeaders)) return [];
  const list: (readonly [string, string])[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    list.push([latin1(rawHeaders[i]).toLowerCase(), headerText(latin1(rawHeaders[i + 1]))]);
  }
  return list;
}

function latin1(octets: unknown): string {
  return Buffer.isBuffer(octets) ? octets.toString("latin1") : String(octets);
}
