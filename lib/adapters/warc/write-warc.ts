import { createHash, hash } from "node:crypto";
import { constants, deflateRawSync, gzipSync } from "node:zlib";
import type { FetchedPage, HeaderList } from "../../domain/web/http/fetch-outcome.ts";
import { freshenedHeaders } from "../../domain/web/http/validators.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { gzipTrailer } from "./gzip-member.ts";
import { type StoredResponse, storedHttpHead } from "./stored-page.ts";

/**
 * Output is 7 % larger than at zlib's default of 6, in half the time; measured on pages of 26 KB.
 */
const GZIP_LEVEL = 2;
/** RFC 9562 §6.6: the name space of URLs. */
const URL_NAMESPACE = Buffer.from("6ba7b8119dad11d180b400c04fd430c8", "hex");
const VERSION = "WARC/1.1";
const HTTP_RESPONSE = "application/http; msgtype=response";
const FIELDS = "application/warc-fields";
/** What stands behind the block of a record. */
const END = Buffer.from("\r\n\r\n");

/** Digest of a body without its content coding, where the stored one has it. Readers ignore fields that they do not know. */
const BODY_DIGEST = "Dowser-Body-Digest";

/** Names and values of an `application/warc-fields` block. */
export type WarcFields = Readonly<Record<string, string>>;

/**
 * Creates a `response` record of an answer fetched at `fetchedAt`, in ms since the epoch. The same
 * answer gives the same bytes: the record's ID depends on URL and time. `digest` is that of its body without codings.
 */
export async function responseRecord(
  response: StoredResponse,
  fetchedAt: number,
  digest: string = payloadDigest(response.body),
): Promise<Buffer> {
  const date = new Date(fetchedAt).toISOString();
  const { url, body, gzipped, truncated } = response;
  const head = storedHttpHead(response);
  const payload = gzipped ?? body;
  const fields = {
    "WARC-Record-ID": recordId("response", url, date),
    "WARC-Payload-Digest": gzipped === undefined ? digest : payloadDigest(gzipped),
    ...(gzipped !== undefined && { [BODY_DIGEST]: digest }),
    "WARC-Block-Digest": `sha256:${createHash("sha256").update(head).update(payload).digest("hex")}`,
    // WARC 1.1 §5.13 has no word for a body that was not read at all.
    ...(truncated !== false && {
      "WARC-Truncated": truncated === true ? "length" : "unspecified",
    }),
    "WARC-Target-URI": url,
    "WARC-Date": date,
    "WARC-Type": "response",
    "Content-Type": HTTP_RESPONSE,
  };
  return recordOf(fields, head, payload);
}

/** A stored response with the same body as a later one. */
export interface SameBody {
  readonly url: Url;
  /** Ms since the epoch. */
  readonly fetchedAt: number;
}

/**
 * Why a body is left out: it is that of the record that is referred to (WARC 1.1 §6.7.2), or the server
 * says so by 304 (§6.7.3).
 */
const REVISIT_PROFILES = {
  "identical-payload": "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest",
  "not-modified": "http://netpreserve.org/warc/1.1/revisit/server-not-modified",
} as const;

/**
 * Packs an answer whose body is stored already as a `revisit` of that one: its head, and where the
 * body is. The same answer gives the same bytes.
 */
export async function packRevisit(
  response: StoredResponse,
  fetchedAt: number,
  digest: string,
  original: SameBody,
  profile: keyof typeof REVISIT_PROFILES = "identical-payload",
): Promise<Buffer> {
  const date = new Date(fetchedAt).toISOString();
  const originalDate = new Date(original.fetchedAt).toISOString();
  const head = storedHttpHead(response);
  const { gzipped } = response;
  const fields = {
    "WARC-Record-ID": recordId("revisit", response.url, date),
    "WARC-Refers-To": recordId("response", original.url, originalDate),
    "WARC-Refers-To-Target-URI": original.url,
    "WARC-Refers-To-Date": originalDate,
    "WARC-Payload-Digest": gzipped === undefined ? digest : payloadDigest(gzipped),
    ...(gzipped !== undefined && { [BODY_DIGEST]: digest }),
    "WARC-Block-Digest": payloadDigest(head),
    "Content-Type": HTTP_RESPONSE,
    "WARC-Target-URI": response.url,
    "WARC-Date": date,
    "WARC-Type": "revisit",
    "WARC-Profile": REVISIT_PROFILES[profile],
  };
  return gzipRecord(recordOf(fields, head));
}

/** A page as an earlier visit stored it. */
interface StoredBefore {
  readonly page: FetchedPage;
  /** Digest of its body, where it is known. */
  readonly digest: string | undefined;
  /** When its body was stored, in ms since the epoch. */
  readonly storedAt: number;
}

/** An answer with the body of that page. */
interface UnchangedAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  /** Ms since the epoch. */
  readonly fetchedAt: number;
  readonly isNotModified: boolean;
}

/**
 * Packs an answer with the body of an earlier visit as a `revisit` that refers to that one. Of a 304 the head is
 * that of the first answer, with the fields that the 304 updates (RFC 9111 §4.3.4): WARC 1.1 §6.7.3 says by the
 * profile that the server sent one, and pywb shows a record with a status from 300 on without its body.
 */
export async function packUnchanged(
  { page, digest = payloadDigest(page.body), storedAt }: StoredBefore,
  { status, headers, fetchedAt, isNotModified }: UnchangedAnswer,
): Promise<{ readonly digest: string; readonly member: Buffer }> {
  const profile = isNotModified ? "not-modified" : "identical-payload";
  const original = { url: page.url, fetchedAt: storedAt };
  const answer = isNotModified
    ? { ...page, headers: freshenedHeaders(page.headers, headers) }
    : { ...page, status, headers };
  return { digest, member: await packRevisit(answer, fetchedAt, digest, original, profile) };
}

/**
 * Packs an answer fetched at `fetchedAt`, in ms since the epoch, into a gzip member of a WARC file.
 * The same answer gives the same bytes.
 */
export async function packAnswer(
  response: StoredResponse,
  fetchedAt: number,
): Promise<{ readonly digest: string; readonly member: Buffer }> {
  const digest = payloadDigest(response.body);
  const record = await responseRecord(response, fetchedAt, digest);
  return { digest, member: gzipRecord(record, response.gzipped?.length) };
}

/**
 * Packs what the scripts of a stored page made of it as a `conversion` of that one (WARC 1.1 §6.8): HTML in
 * UTF-8. The same page gives the same bytes.
 */
export async function packRendered(
  url: Url,
  html: Uint8Array,
  fetchedAt: number,
): Promise<{ readonly digest: string; readonly member: Buffer }> {
  const date = new Date(fetchedAt).toISOString();
  const digest = payloadDigest(html);
  const fields = {
    "WARC-Record-ID": recordId("conversion", url, date),
    "WARC-Refers-To": recordId("response", url, date),
    "WARC-Payload-Digest": digest,
    "WARC-Block-Digest": digest,
    "Content-Type": "text/html; charset=utf-8",
    "WARC-Target-URI": url,
    "WARC-Date": date,
    "WARC-Type": "conversion",
  };
  return { digest, member: gzipRecord(recordOf(fields, html)) };
}

/**
 * Creates a `metadata` record on the response to `url` fetched at `fetchedAt`, such as its scores.
 */
export async function metadataRecord(
  url: Url,
  fetchedAt: number,
  fields: WarcFields,
): Promise<Buffer> {
  const date = new Date(fetchedAt).toISOString();
  const block = blockOf(fields);
  const digest = payloadDigest(block);
  const head = {
    "WARC-Record-ID": recordId("metadata", url, date),
    "WARC-Refers-To": recordId("response", url, date),
    "WARC-Target-URI": url,
    "WARC-Date": date,
    "WARC-Type": "metadata",
    "Content-Type": FIELDS,
    "WARC-Block-Digest": digest,
    "WARC-Payload-Digest": digest,
  };
  return recordOf(head, block);
}

/** Creates the `warcinfo` record that a file begins with; `at` in ms since the epoch. */
export async function infoRecord(
  filename: string,
  at: number,
  fields: WarcFields,
): Promise<Buffer> {
  const date = new Date(at).toISOString();
  const block = blockOf(fields);
  const head = {
    "WARC-Record-ID": recordId("warcinfo", filename, date),
    "WARC-Filename": filename,
    "WARC-Date": date,
    "WARC-Type": "warcinfo",
    "Content-Type": FIELDS,
    "WARC-Block-Digest": payloadDigest(block),
  };
  return recordOf(head, block);
}

/**
 * Creates the compressed beginning of a segment of pages. It has the date of its first page, so
 * that the same crawl writes the same bytes.
 */
export function segmentInfo(filename: string, fetchedAt: number): Promise<Buffer> {
  const fields = {
    software: "Dowser",
    format: "WARC File Format 1.1",
    conformsTo: "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
  };
  return infoRecord(filename, fetchedAt, fields).then(gzipRecord);
}

/**
 * Compresses a record into one gzip member, not in a thread. Transferring a page of 30 KB costs the
 * main thread 0.3–0.4 ms, by zlib's pool as by a worker of our own. Compressing it costs 0.25 ms. The last `packedBytes`
 * of the block are compressed already, and only stored.
 */
export function gzipRecord(record: Buffer, packedBytes = 0): Buffer {
  if (packedBytes === 0) return gzipSync(record, { level: GZIP_LEVEL });
  const bodyAt = record.length - END.length - packedBytes;
  const head = { level: GZIP_LEVEL, finishFlush: constants.Z_SYNC_FLUSH };
  return Buffer.concat([
    GZIP_HEADER,
    deflateRawSync(record.subarray(0, bodyAt), head),
    deflateRawSync(record.subarray(bodyAt), { level: 0 }),
    gzipTrailer(record),
  ]);
}

/** Begins a member without flags and time (RFC 1952 §2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Joins the named fields and the block of a record (WARC 1.1 §4), whose parts are written unchanged. */
function recordOf(fields: WarcFields, ...parts: readonly Uint8Array[]): Buffer {
  const block = Buffer.concat([...parts, END]);
  let head = `${VERSION}\r\n`;
  for (const [name, value] of Object.entries(fields)) head += `${name}: ${value}\r\n`;
  head += `Content-Length: ${block.length - END.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), block]);
}

function blockOf(fields: WarcFields): Buffer {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${oneLine(value)}\r\n`);
  return Buffer.from(lines.join(""));
}

/** Returns the digest of a body as WARC-Payload-Digest writes it: `sha256:` and lower-case hex. */
export function payloadDigest(bytes: Uint8Array): string {
  return `sha256:${hash("sha256", bytes, "hex")}`;
}

/** Returns a UUID of version 5, RFC 9562 §5.5, which is deterministic on purpose. */
function recordId(type: string, name: string, date: string): string {
  const digest = hash(
    "sha1",
    Buffer.concat([URL_NAMESPACE, Buffer.from(`${type} ${date} ${name}`)]),
    "buffer",
  );
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return digest.toString("hex").replace(...UUID_URN);
}

/** Makes the URN of a UUID of the hexadecimal digits that a text begins with. */
export const UUID_URN = [
  /^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/,
  "<urn:uuid:$1-$2-$3-$4-$5>",
] as const;

function oneLine(value: string): string {
  return value.replace(/[\r\n]+/g, " ");
}
