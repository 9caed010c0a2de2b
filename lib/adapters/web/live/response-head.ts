import type { FetchOutcome, HeaderList } from "../../../domain/fetch/fetch-outcome.ts";
import { canonicalUrl } from "../../../domain/url/canonical-url.ts";
import type { Url } from "../../../domain/url/url.ts";
import { decodeBody } from "./decode-body.ts";
import { type MediaType, parseMediaType } from "./media-type.ts";
import { retryAfterMs } from "./retry-after.ts";

/** A response whose body is wanted. */
export interface PageHead extends MediaType {
  readonly kind: "page";
  readonly status: number;
  readonly headers: HeaderList;
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
export function judgeHead(status: number, rawHeaders: unknown, context: HeadContext): Head {
  const headers = headerList(rawHeaders);
  if (status < 300) return judgeSuccess(status, headers, context);
  return { kind: "outcome", outcome: outcomeOf(status, headers, context), isDrained: true };
}

/** The page that a wanted response became: content codings undone, `raw` and the result within `limitBytes`. */
export async function pageOf(
  head: PageHead,
  url: Url,
  raw: Uint8Array,
  limitBytes: number,
  isCut: boolean,
): Promise<FetchOutcome> {
  const codings = allOf(head.headers, "content-encoding");
  const { status, headers, mediaType, charset } = head;
  if (codings === undefined) {
    return { kind: "page", url, status, headers, body: raw, mediaType, charset, truncated: isCut };
  }
  const decoded = await decodeBody(raw, codings, limitBytes, isCut);
  if (!decoded.ok) {
    return { kind: "failed", reason: "decompression", detail: decoded.detail, status };
  }
  const { body, truncated } = decoded;
  return { kind: "page", url, status, headers, body, mediaType, charset, truncated };
}

function judgeSuccess(status: number, headers: HeaderList, context: HeadContext): Head {
  const contentType = firstOf(headers, "content-type");
  const type = parseMediaType(contentType);
  if (context.accepts(type.mediaType)) return { kind: "page", status, headers, ...type };
  return {
    kind: "outcome",
    outcome: { kind: "refused", rule: "content-type", detail: type.mediaType },
    isDrained: false,
  };
}

function outcomeOf(status: number, headers: HeaderList, context: HeadContext): FetchOutcome {
  if (status === 304) return failed("protocol", status, "not modified, though never asked");
  if (status < 400) return redirectOf(status, headers, context.url);
  if (status === 429 || status === 503) return slowDown(status, headers, context.now());
  if (status === 408) return failed("timeout", status, "the server gave up waiting");
  if (status === 425 || (status >= 500 && status < 600)) {
    return failed("server-error", status, `status ${status}`);
  }
  if (status >= 600) return failed("protocol", status, `status ${status} is none of HTTP's`);
  return { kind: "gone", status };
}

function redirectOf(status: number, headers: HeaderList, url: Url): FetchOutcome {
  const location = firstOf(headers, "location");
  if (location === undefined) return failed("bad-redirect", status, "no Location");
  const target = canonicalUrl(utf8Of(location), url);
  if (target.ok) return { kind: "redirect", status, headers, location: target.url };
  if (target.reason === "scheme") return { kind: "refused", rule: "scheme", detail: location };
  return failed("bad-redirect", status, `${target.reason} Location`);
}

function slowDown(status: number, headers: HeaderList, now: number): FetchOutcome {
  const asked = firstOf(headers, "retry-after");
  const wait = asked === undefined ? undefined : retryAfterMs(asked, now);
  const outcome = failed("slow-down", status, `status ${status}`);
  return wait === undefined ? outcome : { ...outcome, retryAfterMs: wait };
}

type Failed = Extract<FetchOutcome, { kind: "failed" }>;

function failed(reason: Failed["reason"], status: number, detail: string): Failed {
  return { kind: "failed", reason, detail, status };
}

/** undici gives HTTP/1.1 headers as buffers of Latin-1 octets. */
function headerList(rawHeaders: unknown): HeaderList {
  if (!Array.isArray(rawHeaders)) return [];
  const list: (readonly [string, string])[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    list.push([latin1(rawHeaders[i]).toLowerCase(), latin1(rawHeaders[i + 1])]);
  }
  return list;
}

function latin1(octets: unknown): string {
  return Buffer.isBuffer(octets) ? octets.toString("latin1") : String(octets);
}

/** Servers write UTF-8 into Location; browsers read it so where it is valid. */
function utf8Of(value: string): string {
  const octets = Buffer.from(value, "latin1");
  const text = octets.toString("utf8");
  return text.includes("\uFFFD") ? value : text;
}

function firstOf(headers: HeaderList, name: string): string | undefined {
  return headers.find((header) => header[0] === name)?.[1];
}

/** A header that is a list: its lines are joined (RFC 9110 §5.3). */
function allOf(headers: HeaderList, name: string): string | undefined {
  const values = headers.filter((header) => header[0] === name).map((header) => header[1]);
  return values.length === 0 ? undefined : values.join(",");
}
