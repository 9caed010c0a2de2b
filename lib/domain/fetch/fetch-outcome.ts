import type { Url } from "../url/url.ts";

/** Bounds of one fetch; a fetch that passes one ends as a counted outcome. */
export interface FetchLimits {
  /** Largest body in bytes, as sent and after decompression. */
  readonly bodyBytes: number;
  /** Longest time from connecting to the last byte, in ms. */
  readonly timeoutMs: number;
}

/** Header names are lower case; repeated headers stand in the order received. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A page as fetched: content codings are undone, the charset is not. */
export interface FetchedPage {
  readonly kind: "page";
  readonly url: Url;
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** Lower-case media type without parameters, `""` where none was sent. */
  readonly mediaType: string;
  /** Charset label of the Content-Type header, as sent. */
  readonly charset: string | undefined;
  /** True where the body ends at the size limit. */
  readonly truncated: boolean;
}

/** Rules that refuse a fetch for good; `robots-unreachable`: of a host whose rules stayed unknown. */
export type RefusalRule =
  | "robots"
  | "robots-unreachable"
  | "address"
  | "scheme"
  | "port"
  | "content-type"
  | "too-many-redirects";

/** Reasons a fetch failed; all but `bad-redirect` may be tried again. */
export type FailureReason =
  | "dns"
  | "connect"
  | "tls"
  | "timeout"
  | "reset"
  | "protocol"
  | "decompression"
  | "server-error"
  | "slow-down"
  | "bad-redirect";

/** Everything that is expected to come of a fetch. Switch on `kind`, exhaustively. */
export type FetchOutcome =
  | FetchedPage
  | {
      readonly kind: "redirect";
      readonly status: number;
      readonly headers: HeaderList;
      /** The canonical target; it is offered to the frontier as a link and checked like any other. */
      readonly location: Url;
    }
  | { readonly kind: "refused"; readonly rule: RefusalRule; readonly detail: string }
  /** The server says that there is nothing here: 4xx other than 408, 425 and 429. */
  | { readonly kind: "gone"; readonly status: number }
  | {
      readonly kind: "failed";
      readonly reason: FailureReason;
      readonly detail: string;
      readonly status?: number;
      /** What Retry-After asks for, in ms from now. */
      readonly retryAfterMs?: number;
    }
  /** A recorded web has no answer for this URL: says nothing about the real web. */
  | { readonly kind: "not-recorded" };
