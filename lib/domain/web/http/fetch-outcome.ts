/** What a server answered, as a crawl distinguishes it, and how that follows from status and headers. */
import { MIMEType } from "whatwg-mimetype";
import { canonicalUrl } from "../url/canonical-url.ts";
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
  /** The body as it was sent, where that is the whole body in one gzip member. */
  readonly gzipped?: Uint8Array | undefined;
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

/**
 * Returns the outcome that the head of a final response to `url` decides by itself (RFC 9110 §15).
 * It is `undefined` for 2xx with content, which is the page. Retry-After is left to callers that know the
 * time.
 */
export function responseOutcome(url: Url, head: ResponseHead): FetchOutcome | undefined {
  const { status, headers } = head;
  // No content (RFC 9110 §15.3.5, §15.3.6): a page without one is none.
  if (status === 204 || status === 205) return { kind: "gone", status, headers };
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
 * first Location. A target outside http(s) is refused. A missing or unusable Location, or the same URL,
 * is a failure.
 */
export function redirectOutcome(url: Url, head: ResponseHead): FetchOutcome {
  const { status, headers } = head;
  const location = headerValue(headers, "location");
  if (location === undefined) return badRedirect(head, "no Location");
  const target = canonicalUrl(location, url);
  if (target.ok && target.url === url) return redirectToItself(head);
  if (target.ok) return { kind: "redirect", status, headers, location: target.url };
  if (target.reason === "scheme") {
    return { kind: "refused", rule: "scheme", detail: location, status, headers };
  }
  return badRedirect(head, `${target.reason} Location`);
}

/** A redirect to the same URL waits for the cookie that it sets; without one it never ends. */
function redirectToItself(head: ResponseHead): FetchOutcome {
  const { status, headers } = head;
  if (headerValue(headers, "set-cookie") === undefined) return badRedirect(head, "to itself");
  const detail = "redirected to itself until its cookie is sent back";
  return { kind: "failed", reason: "needs-cookie", detail, status, headers };
}

function badRedirect({ status, headers }: ResponseHead, detail: string): FetchOutcome {
  return { kind: "failed", reason: "bad-redirect", detail, status, headers };
}

/** The status and the headers of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: HeaderList;
}

const NOT_ASCII = /[\x80-\xff]/;
const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns the first value of a header, by its lower-case name. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  return headers.find((header) => header[0] === name)?.[1];
}

/** Returns the lower-case tokens that a header lists over all its lines (RFC 9110 §5.6.1). */
export function headerTokens(headers: HeaderList, name: string): readonly string[] {
  const tokens: string[] = [];
  for (const [header, value] of headers)
    if (header === name) tokens.push(...value.toLowerCase().split(","));
  return tokens.map((token) => token.trim()).filter((token) => token !== "");
}

/**
 * Returns a header's text, given its octets as one character each (Latin-1). They are read as UTF-8
 * when they are valid UTF-8, since servers use both. Others of a Location stay as they are, as in Chrome and curl: the
 * server knows what its paths are made of.
 */
export function headerText(octets: string, name?: string): string {
  if (!NOT_ASCII.test(octets)) return octets;
  try {
    return UTF_8.decode(Uint8Array.from(octets, (octet) => octet.charCodeAt(0)));
  } catch {
    return name === "location" ? escapedOctets(octets) : octets;
  }
}

/** Returns a text of octets, as one character each, with those beyond ASCII percent-encoded. */
export function escapedOctets(octets: string): string {
  return octets.replace(
    /[\x80-\xff]/g,
    (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The media type and charset in a Content-Type header. */
interface MediaType {
  /** Lower case, without parameters; `""` when none was sent or none could be parsed. */
  readonly mediaType: string;
  /** Charset label as sent. */
  readonly charset: string | undefined;
}

const UNKNOWN: MediaType = { mediaType: "", charset: undefined };

/** Splits a header at commas that are in no quotes. */
function listed(value: string): readonly string[] {
  return value.includes(",") ? (value.match(/(?:"(?:\\.|[^"\\])*"?|[^",])+/gs) ?? []) : [value];
}

/** Types by which servers say that they know none (WHATWG MIME Sniffing §7). */
const NO_TYPES: ReadonlySet<string> = new Set(["unknown/unknown", "application/unknown", "*/*"]);

/**
 * Returns media type and charset of a response, parsed as in WHATWG MIME Sniffing §4.4. The last type of
 * repeated headers and lists that parses is used, but for one of any type; it keeps the charset of the same type before
 * it (Fetch §2.2.2, "extract a MIME type").
 */
export function mediaTypeOf(headers: HeaderList): MediaType {
  let found = UNKNOWN;
  for (const [name, value] of headers) {
    for (const each of name === "content-type" ? listed(value) : []) {
      const parsed = MIMEType.parse(each);
      if (parsed === null || NO_TYPES.has(parsed.essence)) continue;
      const before = parsed.essence === found.mediaType ? found.charset : undefined;
      found = { mediaType: parsed.essence, charset: parsed.parameters.get("charset") || before };
    }
  }
  return found;
}

/**
 * Returns the head that decided an outcome. A body that could not be decoded decides for itself: its
 * head alone would be an empty page.
 */
export function headOf(outcome: FetchOutcome): ResponseHead | undefined {
  if (outcome.kind === "not-recorded") return undefined;
  const { status, headers } = outcome;
  return status === undefined || headers === undefined ? undefined : { status, headers };
}
