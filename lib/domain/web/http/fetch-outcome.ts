import type { Url } from "../url/url.ts";

/** Limits of one fetch; a fetch that exceeds a limit ends as a counted outcome. */
export interface FetchLimits {
  /** Largest body in bytes, as sent and after decompression. */
  readonly bodyBytes: number;
  /** Longest time from connecting to the last byte, in ms. */
  readonly timeoutMs: number;
}

/** How a URL is requested; HEAD asks for the head of the answer to GET alone. */
export type RequestMethod = "GET" | "HEAD";

/** Headers with lower-case names; repeated headers stay in the order received. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A page as fetched: content codings are decoded, the charset is not. */
export interface FetchedPage {
  readonly kind: "page";
  readonly url: Url;
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** Lower-case media type without parameters, `""` when none was sent. */
  readonly mediaType: string;
  /** Charset label of the Content-Type header, as sent. */
  readonly charset: string | undefined;
  /**
   * True when the body ends at the size limit, or was not read at all: then it is empty, as of a file
   * that is only asked for.
   */
  readonly truncated: boolean;
  /**
   * The page as its scripts left it, as HTML in UTF-8: that is what is read then. Absent unless it was
   * rendered.
   */
  readonly rendered?: Uint8Array | undefined;
}

/**
 * Rules that refuse a fetch for good; `robots-unreachable` when a host's rules stayed unknown, `tls` when
 * its certificate is not valid.
 */
export type RefusalRule =
  | "robots"
  | "robots-unreachable"
  | "address"
  | "tls"
  | "scheme"
  | "port"
  | "content-type"
  | "too-many-redirects";

/** Reasons for a failed fetch; all but `bad-redirect` may be tried again. */
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
  | "needs-cookie"
  | "bad-redirect";

/** Every expected outcome of a fetch. Switch on `kind`, exhaustively. */
export type FetchOutcome =
  | FetchedPage
  | {
      readonly kind: "redirect";
      readonly status: number;
      readonly headers: HeaderList;
      /**
       * The canonical target; it is offered to the frontier as a link and checked like any other.
       */
      readonly location: Url;
    }
  | {
      readonly kind: "refused";
      readonly rule: RefusalRule;
      readonly detail: string;
      /** Set, with the headers, when the head of an answer was refused. */
      readonly status?: number;
      readonly headers?: HeaderList;
    }
  /** The server says that the URL has no page: 204, 205, and 4xx other than 408, 425 and 429. */
  | { readonly kind: "gone"; readonly status: number; readonly headers?: HeaderList }
  | {
      readonly kind: "failed";
      readonly reason: FailureReason;
      readonly detail: string;
      /** True when no server is there: the name does not exist, or nothing listens at its address. */
      readonly isAbsent?: true;
      readonly status?: number;
      /** Set when the head of the answer alone decided. */
      readonly headers?: HeaderList;
      /** The wait that Retry-After asks for, in ms from now. */
      readonly retryAfterMs?: number;
    }
  /**
   * The answer decides nothing, and the whole page is needed: the server refuses HEAD, its answer to
   * HEAD is a page, or its answer to a conditional request is of another version of the page.
   */
  | {
      readonly kind: "get-needed";
      readonly status: number;
      readonly headers: HeaderList;
    }
  /** The answer to a conditional request: the page is as it was when its validators were sent. */
  | { readonly kind: "not-modified"; readonly status: number; readonly headers: HeaderList }
  /** A recorded web has no answer for this URL; this says nothing about the real web. */
  | { readonly kind: "not-recorded" };
