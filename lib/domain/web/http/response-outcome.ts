import { MIMEType } from "whatwg-mimetype";
import { canonicalUrl } from "../url/canonical-url.ts";
import type { Url } from "../url/url.ts";
import type { FailureReason, FetchOutcome, HeaderList } from "./fetch-outcome.ts";

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
  return headers
    .filter((header) => header[0] === name)
    .flatMap(([, value]) => value.toLowerCase().split(","))
    .map((token) => token.trim())
    .filter((token) => token !== "");
}

/**
 * Returns a header's text, given its octets as one character each (Latin-1). They are read as UTF-8
 * when they are valid UTF-8, since servers use both.
 */
export function headerText(octets: string): string {
  if (!NOT_ASCII.test(octets)) return octets;
  try {
    return UTF_8.decode(Uint8Array.from(octets, (octet) => octet.charCodeAt(0)));
  } catch {
    return octets;
  }
}

/** The media type and charset in a Content-Type header. */
interface MediaType {
  /** Lower case, without parameters; `""` when none was sent or none could be parsed. */
  readonly mediaType: string;
  /** Charset label as sent. */
  readonly charset: string | undefined;
}

const UNKNOWN: MediaType = { mediaType: "", charset: undefined };

/**
 * Returns media type and charset of a response, parsed as in WHATWG MIME Sniffing §4.4. The last of
 * repeated headers that parses is used (Fetch §2.2.2, "extract a MIME type").
 */
export function mediaTypeOf(headers: HeaderList): MediaType {
  let found = UNKNOWN;
  for (const [name, value] of headers) {
    if (name === "content-type") found = parseMediaType(value) ?? found;
  }
  return found;
}

function parseMediaType(value: string): MediaType | undefined {
  const parsed = MIMEType.parse(value);
  if (parsed === null) return undefined;
  return { mediaType: parsed.essence, charset: parsed.parameters.get("charset") || undefined };
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
