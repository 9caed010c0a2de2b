import type { FetchOutcome, HeaderList } from "../../../domain/fetch/fetch-outcome.ts";
import { mediaTypeOf } from "../../../domain/fetch/media-type.ts";
import { canonicalUrl } from "../../../domain/url/canonical-url.ts";
import type { Url } from "../../../domain/url/url.ts";
import { decodeBody } from "../../../warc/http-body.ts";
import { type HttpHead, headerValue, parseHttpHead } from "../../../warc/http-response.ts";
import { readRecord, type WarcRecord } from "../../../warc/read-record.ts";
import type { RecordPlace } from "../../../warc/scan-warc.ts";

/** Read beyond the body's limit: the HTTP head and the sizes of chunks do not count as body. */
const FRAME_BYTES = 131_072;
const NOT_MODIFIED = 304;

/** A recorded response, as received. */
interface Response {
  readonly status: number;
  readonly headers: HeaderList;
  /** The body as sent, to somewhat beyond the limit. */
  readonly sent: Buffer;
  /** True where the recorder cut the body, or the reading did. */
  readonly isCut: boolean;
}

/**
 * Answers a request with what was recorded at `place`; a revisit takes its body from `original`.
 * What the server did comes back as the same outcome that it had live. Retry-After is left out: the
 * wait it asks for is long over.
 */
export async function fetchRecorded(
  url: Url,
  place: RecordPlace,
  original: RecordPlace | undefined,
  bodyBytes: number,
): Promise<FetchOutcome> {
  const response = await recordedResponse(place, original, bodyBytes);
  if (response === undefined) {
    return { kind: "failed", reason: "protocol", detail: "no HTTP status line was recorded" };
  }
  return outcomeOf(url, response, bodyBytes);
}

async function recordedResponse(
  place: RecordPlace,
  original: RecordPlace | undefined,
  bodyBytes: number,
): Promise<Response | undefined> {
  const record = await readRecord(place, bodyBytes + FRAME_BYTES);
  if (original === undefined) return responseOf(record);
  const body = await recordedResponse(original, undefined, bodyBytes);
  const head = parseHttpHead(record.block);
  // A revisit may come without a head, or with that of a 304: then all is as it was.
  if (body === undefined || head === undefined || head.status === NOT_MODIFIED) return body;
  return { ...body, status: head.status, headers: head.headers };
}

function responseOf({ head, block }: WarcRecord): Response | undefined {
  const isCut = head.truncated !== undefined || block.length < head.contentLength;
  // A `resource` is the bare content, WARC 1.1 §6.4.
  const http: HttpHead | undefined =
    head.type === "resource"
      ? { status: 200, headers: [["content-type", head.contentType]], headLength: 0 }
      : parseHttpHead(block);
  if (http === undefined) return undefined;
  const sent = block.subarray(http.headLength);
  return { status: http.status, headers: http.headers, sent, isCut };
}

async function outcomeOf(url: Url, response: Response, bodyBytes: number): Promise<FetchOutcome> {
  const { status, headers } = response;
  if (status >= 200 && status < 300) return pageOf(url, response, bodyBytes);
  if (status >= 300 && status < 400) return redirectOf(url, status, headers);
  const detail = `HTTP ${status}`;
  if (status === 429 || status === 503) {
    return { kind: "failed", reason: "slow-down", detail, status };
  }
  if (status === 408 || status === 425 || (status >= 500 && status < 600)) {
    return { kind: "failed", reason: "server-error", detail, status };
  }
  if (status >= 400 && status < 500) return { kind: "gone", status };
  return { kind: "failed", reason: "protocol", detail, status };
}

async function pageOf(url: Url, response: Response, bodyBytes: number): Promise<FetchOutcome> {
  const { status, headers, sent, isCut } = response;
  const body = await decodeBody(headers, sent, bodyBytes);
  if (body.kind === "damaged") {
    return { kind: "failed", reason: "decompression", detail: body.coding, status };
  }
  return {
    kind: "page",
    url,
    status,
    headers,
    body: body.bytes,
    ...mediaTypeOf(headers),
    truncated: isCut || body.truncated,
  };
}

function redirectOf(url: Url, status: number, headers: HeaderList): FetchOutcome {
  const reference = headerValue(headers, "location");
  const location = reference === undefined ? undefined : canonicalUrl(reference, url);
  if (location?.ok) return { kind: "redirect", status, headers, location: location.url };
  const detail = reference === undefined ? "no Location" : `Location ${location?.reason}`;
  return { kind: "failed", reason: "bad-redirect", detail, status };
}
