import type { FetchOutcome } from "../../../domain/fetch/fetch-outcome.ts";
import { headerTokens, type ResponseHead } from "../../../domain/fetch/response-head.ts";
import { responseOutcome } from "../../../domain/fetch/response-outcome.ts";
import type { Url } from "../../../domain/url/url.ts";
import { type HttpHead, parseHttpHead } from "../../../warc/http-response.ts";
import { readRecord, type WarcRecord } from "../../../warc/read-record.ts";
import type { RecordPlace } from "../../../warc/scan-warc.ts";
import { pageOfResponse } from "../page-of-response.ts";
import { joinChunks } from "./join-chunks.ts";

/** Read beyond the body's limit: the HTTP head and the sizes of chunks do not count as body. */
const FRAME_BYTES = 131_072;
const NOT_MODIFIED = 304;

/** A recorded response, as received. */
interface Response extends ResponseHead {
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
  return responseOutcome(url, response) ?? pageOf(url, response, bodyBytes);
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

function pageOf(url: Url, response: Response, bodyBytes: number): Promise<FetchOutcome> {
  const { headers, sent, isCut } = response;
  const isChunked = headerTokens(headers, "transfer-encoding").includes("chunked");
  const { bytes, isWhole } = isChunked ? joinChunks(sent) : { bytes: sent, isWhole: true };
  return pageOfResponse(url, response, bytes, {
    limitBytes: bodyBytes,
    isCut: isCut || !isWhole,
    mayBeUndone: true,
  });
}
