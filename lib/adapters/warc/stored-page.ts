/** A page as WARC stores it: its record at a place, its HTTP head and its body. */
import { STATUS_CODES } from "node:http";
import { declaredBytes } from "../../domain/methods/wanted-file.ts";
import type { PageRef, RecordRef } from "../../domain/page/page-record.ts";
import { HEADER_NAME, MAX_HEAD_BYTES, parseAnswerHead } from "../../domain/web/http/answer-head.ts";
import {
  type FetchedPage,
  type HeaderList,
  headerTokens,
  mediaTypeOf,
  type ResponseHead,
} from "../../domain/web/http/fetch-outcome.ts";
import { sniffType } from "../../domain/web/http/sniff-type.ts";
import { freshenedHeaders } from "../../domain/web/http/validators.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import {
  bufferSource,
  GZIP_MAGIC,
  inflateMember,
  memberFault,
  streamMember,
} from "./gzip-member.ts";
import { badWarc, parseRecordHead, type RecordHead, type RecordPlace } from "./scan-warc.ts";

/**
 * Fields that a stored page cannot keep. They concern one connection (RFC 9110 §7.6.1), or codings
 * and a length that the stored body does not have.
 */
const UNSTORED: ReadonlySet<string> = new Set(
  `connection keep-alive proxy-authenticate proxy-connection te trailer transfer-encoding upgrade
  content-encoding content-length`.split(/\s+/),
);

/** A response as it is stored: a page, or only the head of an answer, whose body was not kept. */
export interface StoredResponse
  extends Pick<FetchedPage, "url" | "status" | "headers" | "body" | "gzipped"> {
  /** Whether the body ends at the size limit, or was not kept at all. */
  readonly truncated: boolean | "head-only";
}

/** Returns the head of an answer to `url` as a response without its body. */
export function headOnly(url: Url, { status, headers }: ResponseHead): StoredResponse {
  return { url, status, headers, body: new Uint8Array(), truncated: "head-only" };
}

/**
 * Returns the headers stored with a response: those that are still true of it, and the coding and the length of
 * its stored body. Of a file that was only asked for, it is the length that the server declares.
 */
export function storedHeaders({ headers, body, gzipped, truncated }: StoredResponse): HeaderList {
  const kept: (readonly [string, string])[] = [];
  for (const [name, value] of headers)
    if (!UNSTORED.has(name) && HEADER_NAME.test(name)) kept.push([name, oneLine(value)]);
  if (gzipped !== undefined) kept.push(["content-encoding", "gzip"]);
  const isUnread = truncated === true && body.length === 0;
  const length = isUnread ? declaredBytes(headers) : (gzipped ?? body).length;
  return length === undefined ? kept : [...kept, ["content-length", String(length)]];
}

/** Returns the HTTP response head of a stored response, with its blank line. */
export function storedHttpHead(response: StoredResponse): Buffer {
  let head = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ""}\r\n`;
  for (const [name, value] of storedHeaders(response)) head += `${name}: ${value}\r\n`;
  return Buffer.from(`${head}\r\n`);
}

/** Types of records that hold an answer, or refer to one. */
const ANSWERS: ReadonlySet<string> = new Set(["response", "resource", "revisit"]);

/** Returns whether a record holds an answer, or refers to one. */
export function isAnswer({ type }: Pick<RecordHead, "type">): boolean {
  return ANSWERS.has(type);
}

/** Returns the URL of the record that a `revisit` refers to for its body; `undefined` of any other record. */
export function originalOf({ type, refersToTargetUri = "" }: RecordHead): Url | undefined {
  const original = type === "revisit" ? canonicalUrl(refersToTargetUri) : undefined;
  return original?.ok === true ? original.url : undefined;
}

/**
 * Reads a stored page from its record; returns `undefined` when the record holds no HTTP response,
 * and for a `revisit`, whose body is in another record: see {@link revisitedPage}.
 */
export function storedPage(url: Url, { head, block }: WarcRecord): FetchedPage | undefined {
  const http = parseAnswerHead(block);
  if (http === undefined || head.type === "revisit") return undefined;
  const payload = block.subarray(http.headLength);
  const truncated = head.truncated !== undefined;
  const isPacked = !truncated && headerTokens(http.headers, "content-encoding").join() === "gzip";
  // Other writers leave the header as it was sent where they store the body without its coding.
  const member = isPacked ? inflateMember(payload, MAX_BODY_BYTES) : undefined;
  const body = member?.kind === "member" ? member.bytes : payload;
  const { mediaType, charset } = mediaTypeOf(http.headers);
  return {
    kind: "page",
    url,
    status: http.status,
    headers: http.headers,
    body,
    ...(body !== payload && { gzipped: payload }),
    mediaType: sniffType(mediaType, body),
    charset,
    truncated,
  };
}

/** Largest body that is unpacked, in bytes: those of a crawl are bounded when they are fetched. */
const MAX_BODY_BYTES = 2 ** 30;

/** A page of another record, with the digest of its body as that record has it. */
export interface StoredBody {
  readonly page: FetchedPage;
  readonly digest: string | undefined;
}

/**
 * Reads the page of a `revisit` with the body of the record that it refers to; returns `undefined`
 * when that one has another body.
 */
export function revisitedPage(
  url: Url,
  { head, block }: WarcRecord,
  original: StoredBody,
): FetchedPage | undefined {
  const http = parseAnswerHead(block);
  if (http === undefined || head.payloadDigest !== original.digest) return undefined;
  const page = { ...original.page, url };
  // Earlier versions, and others, keep the head of the 304: it is about the page that it refers to.
  const isNotModified = http.status === NOT_MODIFIED;
  const { status } = isNotModified ? page : http;
  const headers = isNotModified ? freshenedHeaders(page.headers, http.headers) : http.headers;
  const { mediaType, charset } = mediaTypeOf(headers);
  return { ...page, status, headers, mediaType: sniffType(mediaType, page.body), charset };
}

const NOT_MODIFIED = 304;

/** Removes line ends, which would begin another field. */
function oneLine(value: string): string {
  return value
    .toWellFormed()
    .replace(/[\r\n\0]+/g, " ")
    .replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, "");
}

/** Reads a part of an object; returns `undefined` when there is no such object. */
type ReadPart = (
  segment: string,
  range: { readonly offset: number; readonly length: number },
) => Promise<Uint8Array | undefined>;

/**
 * Reads the page at a place, and the body elsewhere that it may refer to. Returns `undefined` when an
 * object is gone, and for a record that is not a page; throws `bad-warc` when nothing can be read.
 */
export async function readPageAt(
  url: Url,
  { body, ...place }: PageRef,
  read: ReadPart,
): Promise<FetchedPage | undefined> {
  const record = await recordAt(place, read);
  if (record === undefined || body === undefined) return record && storedPage(url, record);
  const original = await recordAt(body, read);
  const page = original && storedPage(url, original);
  return page && revisitedPage(url, record, { page, digest: original.head.payloadDigest });
}

async function recordAt(
  { segment, offset, length }: RecordRef,
  read: ReadPart,
): Promise<WarcRecord | undefined> {
  const bytes = await read(segment, { offset, length });
  if (bytes === undefined) return undefined;
  const source = bufferSource(segment, Buffer.from(bytes));
  return readRecord({ source, offset: 0, length: bytes.length }, Number.MAX_SAFE_INTEGER);
}

/**
 * Largest gzip member that is inflated in one call, both as stored and inflated; larger ones are
 * streamed.
 */
const MAX_AT_ONCE_BYTES = 16 << 20;

/** A record that was read back. */
export interface WarcRecord {
  readonly head: RecordHead;
  /** The block, or its first `maxBlockBytes`. */
  readonly block: Buffer;
}

/**
 * Reads the record at a place that a scan or a writer returned; throws `bad-warc` when there is
 * none now.
 */
export async function readRecord(place: RecordPlace, maxBlockBytes: number): Promise<WarcRecord> {
  const bytes = await inflated(place, MAX_HEAD_BYTES + maxBlockBytes);
  const head = parseRecordHead(bytes);
  if (head === undefined) throw badWarc(place.source.name, place.offset);
  const blockBytes = Math.min(head.contentLength, maxBlockBytes);
  return { head, block: bytes.subarray(head.headLength, head.headLength + blockBytes) };
}

/** Inflates at least the first `maxBytes` of the record, or all of it. */
async function inflated(place: RecordPlace, maxBytes: number): Promise<Buffer> {
  const { source, offset, length } = place;
  const isGzip = source.read(offset, GZIP_MAGIC.length).equals(GZIP_MAGIC);
  if (!isGzip) return source.read(offset, Math.min(length, maxBytes));
  if (length <= MAX_AT_ONCE_BYTES) {
    const member = inflateMember(source.read(offset, length), MAX_AT_ONCE_BYTES);
    if (member.kind === "member") return member.bytes;
    if (member.kind !== "too-big") throw badWarc(source.name, offset);
  }
  return firstBytes(place, maxBytes);
}

async function firstBytes({ source, offset }: RecordPlace, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  try {
    for await (const chunk of streamMember(source, offset).chunks) {
      chunks.push(chunk);
      total += chunk.length;
      if (total >= maxBytes) break;
    }
  } catch (error) {
    memberFault(error);
    throw badWarc(source.name, offset, error);
  }
  return Buffer.concat(chunks);
}
