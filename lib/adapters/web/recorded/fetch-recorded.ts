import {
  type AnswerHead,
  MAX_HEAD_BYTES,
  parseAnswerHead,
} from "../../../domain/web/http/answer-head.ts";
import { ChunkedBody } from "../../../domain/web/http/chunked-body.ts";
import {
  type FetchOutcome,
  headerTokens,
  type ResponseHead,
  responseOutcome,
} from "../../../domain/web/http/fetch-outcome.ts";
import type { Url } from "../../../domain/web/url/url.ts";
import type { RecordPlace } from "../../warc/scan-warc.ts";
import { readRecord, type WarcRecord } from "../../warc/stored-page.ts";
import { pageOfResponse } from "../decode-content.ts";

/**
 * Bytes read beyond the body's limit: the HTTP head and the sizes of chunks do not count as body.
 */
const FRAME_BYTES = 2 * MAX_HEAD_BYTES;
const NOT_MODIFIED = 304;

/** A recorded response, as received. */
interface Response extends ResponseHead {
  /** The body as sent, up to somewhat more than the limit. */
  readonly sent: Buffer;
  /** True when the recorder or the reading cut the body. */
  readonly isCut: boolean;
}

/**
 * Answers a request with what was recorded at `place`; a revisit takes its body from `original`.
 * The server's behaviour gives the same outcome as it did live. Retry-After is omitted: its wait is
 * long over.
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
  const head = parseAnswerHead(record.block);
  // A revisit may have no head, or that of a 304: then nothing had changed.
  if (body === undefined || head === undefined || head.status === NOT_MODIFIED) return body;
  return { ...body, status: head.status, headers: head.headers };
}

function responseOf({ head, block }: WarcRecord): Response | undefined {
  const isCut = head.truncated !== undefined || block.length < head.contentLength;
  // A `resource` is the bare content, WARC 1.1 §6.4; some recorders call it a `response`.
  const isBare = head.type === "resource" || !/^(?:application\/http\b|$)/i.test(head.contentType);
  const bare = {
    status: 200,
    headers: [["content-type", head.contentType]] as const,
    headLength: 0,
  };
  const http: AnswerHead | undefined =
    (head.type === "resource" ? undefined : parseAnswerHead(block)) ?? (isBare ? bare : undefined);
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
  });
}

/** A body with its chunks joined. */
interface JoinedBody {
  readonly bytes: Buffer;
  /** Whether the last chunk was received, without which a body is not complete (RFC 9112 §8). */
  readonly isWhole: boolean;
}

/**
 * Joins the chunks of a recorded body, as far as they are there. A body that does not begin with a
 * chunk was joined by its recorder, and is returned unchanged.
 */
function joinChunks(body: Buffer): JoinedBody {
  const reader = new ChunkedBody();
  const bytes = Buffer.concat(reader.read(body));
  if (reader.chunks === 0) return { bytes: body, isWhole: true };
  return { bytes, isWhole: reader.state === "whole" || reader.state === "trailer" };
}
