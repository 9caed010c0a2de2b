/** Finds WARC files, scans them record by record, and parses the heads of records. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import {
  afterBlankLines,
  headLengthOf,
  MAX_HEAD_BYTES,
  parseFields,
} from "../../domain/web/http/answer-head.ts";
import { type DowserError, fail } from "../../errors.ts";
import {
  type ByteSource,
  bufferSource,
  endsWithCrc,
  GZIP_MAGIC,
  GZIP_TRAILER_BYTES,
  inflateMember,
  inflateStart,
  memberFault,
  streamMember,
} from "./gzip-member.ts";

/** Bytes read from a file at once: much more than a record, much less than memory. */
const WINDOW_BYTES = 4 << 20;
/** Largest gzip member inflated in memory, as stored and as inflated; larger ones are streamed. */
const MAX_MEMBER_BYTES = 64 << 20;
/**
 * Most bytes held of members with several records, which have no random access; for all files
 * together.
 */
const MAX_HELD_BYTES = 256 << 20;
/** Stored bytes that are enough to see whether a gzip member begins with a record. */
const GLANCE_BYTES = 512;
/** Two line ends follow every record, WARC 1.1 §4. */
const BLANK_LINES_BYTES = 4;
const PLAIN_MAGIC = Buffer.from("WARC/");

/** The place of one record's stored bytes: a whole gzip member, or head and block. */
export interface RecordPlace {
  readonly source: ByteSource;
  readonly offset: number;
  readonly length: number;
}

/** The named fields of a WARC record that are read here. */
export interface RecordHead {
  /** `response`, `resource`, `revisit`, `request`, … */
  readonly type: string;
  readonly targetUri: string;
  /** `""` where the recorder gave none. */
  readonly id: string;
  /** The record of the same exchange that this one names: of a request, its response, or the reverse. */
  readonly concurrentTo: string | undefined;
  readonly contentType: string;
  /** Length of the block after the head, in bytes. */
  readonly contentLength: number;
  /** In lower case, as recorders differ in it. */
  readonly payloadDigest: string | undefined;
  /** Digest of the body without content codings, as far as the record tells. */
  readonly bodyDigest: string | undefined;
  /** The record of the same page that a revisit names: its URL, and its identifier. */
  readonly refersToTargetUri: string | undefined;
  readonly refersTo: string | undefined;
  /** `length`, `time`, `disconnect` … if the recorder cut the block short. */
  readonly truncated: string | undefined;
  /** Length of this head with its blank line, in bytes. */
  readonly headLength: number;
}

/** A record whose stored bytes are complete. */
export interface ScannedRecord extends RecordPlace {
  readonly head: RecordHead;
  /** How the block begins: valid until the next record is scanned. */
  readonly start: Buffer;
}

/** Counters that the scans of several files share, including the memory they hold. */
export interface ScanTally {
  /** Places where a record could not be read and was skipped; a damaged stretch counts once. */
  damaged: number;
  /** Bytes held of gzip members with several records. */
  heldBytes: number;
}

/** The content at one place of a file, and where the next part begins. */
type Step =
  | { readonly kind: "record"; readonly record: ScannedRecord; readonly next: number }
  | { readonly kind: "records"; readonly held: ByteSource; readonly next: number }
  /** `next` is known when only the record is bad; otherwise the next one must be searched for. */
  | { readonly kind: "damaged"; readonly next: number | undefined };

type Window = (offset: number, atLeast: number) => Promise<Buffer>;

/**
 * Yields all records of a WARC file in order, in one pass: gzip (recognised by its first bytes) or
 * plain. Damaged parts are skipped and counted; a file in which nothing can be read throws
 * `bad-warc`.
 */
export async function* scanWarc(
  source: ByteSource,
  tally: ScanTally,
): AsyncGenerator<ScannedRecord, void, undefined> {
  const begin = source.read(0, GLANCE_BYTES);
  const isGzip = begin.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC);
  const first = isGzip ? 0 : afterNothing(begin);
  if (source.size > 0 && !isGzip && begin.indexOf(PLAIN_MAGIC) !== first)
    throw otherFormat(source.name, begin);
  const window = windowOver(source);
  let isReadable = source.size === 0;
  for (let at = first; at < source.size; ) {
    const step = await (isGzip
      ? gzipStep(source, window, at, tally)
      : plainStep(source, window, at));
    if (step.kind === "record") yield step.record;
    else if (step.kind === "records") yield* scanWarc(step.held, tally);
    else tally.damaged++;
    isReadable ||= step.kind !== "damaged";
    at = step.next ?? (await nextRecordAfter(source, window, at, isGzip));
  }
  if (!isReadable)
    throw otherFormat(source.name, isGzip ? inflateStart(begin, GLANCE_BYTES) : begin);
}

/** Begin a frame of zstd, and one to be skipped: of that the last four bits are free (RFC 8878 §3.1). */
const ZSTD_FRAME = 0xfd2fb528;
const ZSTD_SKIPPED = 0x184d2a50;

/** Names the format of a file that is no WARC, if people take it for one. */
function otherFormat(file: string, begin: Buffer): DowserError {
  const magic = begin.length < 4 ? 0 : begin.readUInt32LE(0);
  if (magic === ZSTD_FRAME || magic >>> 4 === ZSTD_SKIPPED >>> 4)
    return fail("bad-warc/zstd", { file });
  const start = begin.toString("latin1", 0, 16);
  return start.startsWith("filedesc:") ? fail("bad-warc/arc", { file }) : badWarc(file, 0);
}

async function gzipStep(
  source: ByteSource,
  window: Window,
  at: number,
  tally: ScanTally,
): Promise<Step> {
  const rest = source.size - at;
  let bytes = await window(at, 1);
  let member = inflateMember(bytes, MAX_MEMBER_BYTES);
  while (member.kind === "incomplete" && bytes.length < Math.min(rest, MAX_MEMBER_BYTES)) {
    bytes = await window(at, Math.max(WINDOW_BYTES, 2 * bytes.length));
    member = inflateMember(bytes, MAX_MEMBER_BYTES);
  }
  if (member.kind === "damaged") return { kind: "damaged", next: undefined };
  if (member.kind !== "member") {
    return bytes.length < rest || member.kind === "too-big"
      ? streamedStep(source, at, tally)
      : { kind: "damaged", next: undefined };
  }
  const next = at + member.length;
  const head = parseRecordHead(member.bytes);
  if (head === undefined) return { kind: "damaged", next };
  const end = head.headLength + head.contentLength;
  // A block that is longer than its member was counted wrong: the member has it all.
  if (afterBlankLines(member.bytes, end) < member.bytes.length) {
    return held(source, at, next, member.bytes, tally);
  }
  const start = startOf(member.bytes, head);
  return {
    kind: "record",
    record: { head, start, source, offset: at, length: member.length },
    next,
  };
}

/** Does the same for a member too large to be inflated in memory at once. */
async function streamedStep(source: ByteSource, at: number, tally: ScanTally): Promise<Step> {
  const member = await passOver(source, at);
  if (member === undefined) return { kind: "damaged", next: undefined };
  const { length, total } = member;
  const next = at + length;
  const head = parseRecordHead(member.start);
  if (head === undefined) return { kind: "damaged", next };
  const beyond = total - head.headLength - head.contentLength;
  if (beyond <= BLANK_LINES_BYTES) {
    const record = { head, start: startOf(member.start, head), source, offset: at, length };
    return { kind: "record", record, next };
  }
  if (tally.heldBytes + total > MAX_HELD_BYTES) {
    throw unseekableWarc(source.name, at, MAX_HELD_BYTES);
  }
  return held(source, at, next, await collect(streamMember(source, at).chunks), tally);
}

/** Inflates a member, keeping only its start; returns `undefined` when it is damaged. */
async function passOver(
  source: ByteSource,
  at: number,
): Promise<{ start: Buffer; total: number; length: number } | undefined> {
  const member = streamMember(source, at);
  let start: Buffer = Buffer.alloc(0);
  let total = 0;
  let crc = 0;
  try {
    for await (const chunk of member.chunks) {
      if (start.length < MAX_HEAD_BYTES) start = Buffer.concat([start, chunk]);
      total += chunk.length;
      crc = crc32(chunk, crc);
    }
  } catch (error) {
    memberFault(error);
    return undefined;
  }
  const length = member.length();
  const trailer = source.read(at + length - GZIP_TRAILER_BYTES, GZIP_TRAILER_BYTES);
  return endsWithCrc(trailer, crc) ? { start, total, length } : undefined;
}

function held(source: ByteSource, at: number, next: number, bytes: Buffer, tally: ScanTally): Step {
  tally.heldBytes += bytes.length;
  if (tally.heldBytes > MAX_HELD_BYTES) throw unseekableWarc(source.name, at, MAX_HELD_BYTES);
  return { kind: "records", held: bufferSource(source.name, bytes), next };
}

async function plainStep(source: ByteSource, window: Window, at: number): Promise<Step> {
  const bytes = await window(at, MAX_HEAD_BYTES);
  const head = parseRecordHead(bytes);
  if (head === undefined) return { kind: "damaged", next: undefined };
  const length = head.headLength + head.contentLength;
  // A block that is cut short ends the file: its own text must not be searched for records.
  if (length > source.size - at) return { kind: "damaged", next: source.size };
  const end = at + length;
  const next = end + afterBlankLines(await window(end, BLANK_LINES_BYTES), 0);
  const record = { head, start: startOf(bytes, head), source, offset: at, length };
  return { kind: "record", record, next };
}

function startOf(bytes: Buffer, { headLength, contentLength }: RecordHead): Buffer {
  return bytes.subarray(headLength, headLength + contentLength);
}

/** Returns the next offset at which a record plausibly begins, or the end. */
async function nextRecordAfter(
  source: ByteSource,
  window: Window,
  at: number,
  isGzip: boolean,
): Promise<number> {
  const magic = isGzip ? GZIP_MAGIC : PLAIN_MAGIC;
  for (let from = at + 1; from < source.size; ) {
    const bytes = await window(from, Math.min(GLANCE_BYTES, source.size - from));
    const found = bytes.indexOf(magic);
    if (found < 0) {
      from += Math.max(1, bytes.length - magic.length + 1);
      continue;
    }
    const glance = await window(from + found, GLANCE_BYTES);
    const start = glance.subarray(0, GLANCE_BYTES);
    if (looksLikeRecord(isGzip ? inflateStart(start, GLANCE_BYTES) : start)) return from + found;
    from += found + 1;
  }
  return source.size;
}

/** Reads ahead, so that a file is read once, in large pieces. */
function windowOver(source: ByteSource): Window {
  let start = 0;
  let bytes: Buffer = Buffer.alloc(0);
  return async (offset, atLeast) => {
    const isAtEnd = start + bytes.length >= source.size;
    if (
      offset < start ||
      (offset + atLeast > start + bytes.length && !(isAtEnd && offset >= start))
    ) {
      // Lets other work run: a scan of many gigabytes takes minutes.
      await setImmediate();
      start = offset;
      bytes = source.read(offset, Math.max(WINDOW_BYTES, atLeast));
    }
    return bytes.subarray(offset - start);
  };
}

/** Returns where a file begins after a byte order mark and blank lines, which editors and scripts add. */
function afterNothing(bytes: Buffer): number {
  const mark = bytes.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0;
  return afterBlankLines(bytes, mark);
}

const BYTE_ORDER_MARK = Buffer.from("\ufeff");

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

// Reads the heads of WARC records, as untidy as recorders write them.

const VERSION = /^WARC\/\d\.\d+\r?\n/;

/** Returns whether a WARC record may begin here. */
function looksLikeRecord(bytes: Buffer): boolean {
  return VERSION.test(bytes.toString("latin1", 0, 12));
}

/**
 * Parses the head that `bytes` begins with; returns `undefined` unless it is complete, with type
 * and length.
 */
export function parseRecordHead(bytes: Buffer): RecordHead | undefined {
  if (!looksLikeRecord(bytes)) return undefined;
  const headLength = headLengthOf(bytes.subarray(0, MAX_HEAD_BYTES));
  if (headLength === undefined) return undefined;
  const [, ...lines] = bytes.toString("utf8", 0, headLength).split(/\r?\n/);
  const fields = new Map(parseFields(lines));
  const type = fields.get("warc-type");
  const length = fields.get("content-length");
  const payloadDigest = fields.get("warc-payload-digest")?.toLowerCase();
  if (type === undefined || length === undefined || !/^\d{1,15}$/.test(length)) return undefined;
  return {
    type: type.toLowerCase(),
    targetUri: bareUri(fields.get("warc-target-uri")) ?? "",
    id: fields.get("warc-record-id") ?? "",
    concurrentTo: fields.get("warc-concurrent-to"),
    contentType: fields.get("content-type") ?? "",
    contentLength: Number(length),
    payloadDigest,
    bodyDigest: fields.get("dowser-body-digest") ?? payloadDigest,
    refersToTargetUri: bareUri(fields.get("warc-refers-to-target-uri")),
    refersTo: fields.get("warc-refers-to"),
    truncated: fields.get("warc-truncated"),
    headLength,
  };
}

/** Returns a URI without the angle brackets in which some wget write it. */
function bareUri(field: string | undefined): string | undefined {
  return field?.replace(/^<(.*)>$/, "$1");
}

/** Creates the error of a file, or of a part of one, in which no WARC record can be read. */
export function badWarc(file: string, offset: number, cause?: unknown): DowserError {
  return fail("bad-warc", { file, offset, value: { file, offset } }, cause);
}

/**
 * Creates the error of too many records that share gzip members: such records must be held in
 * memory.
 */
function unseekableWarc(file: string, offset: number, maxBytes: number): DowserError {
  return fail("unseekable-warc", { file, offset, maxBytes, value: { file, offset } });
}

const WARC_NAME = /\.(?:warc(?:\.gz)?|wacz)$/i;

/**
 * Lists the files of `paths`: a file itself, and the WARC and WACZ files in a folder, at any depth, by name.
 */
export function listWarcFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw fail("no-warc", { path, fault: "does not exist" });
    if (stats.isFile()) return [path];
    // Records are read at their places, which a pipe has not.
    if (!stats.isDirectory())
      throw fail("no-warc", { path, fault: "is neither a file nor a folder" });
    const files = readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((name) => WARC_NAME.test(name) && isFile(join(path, name)))
      .sort();
    if (files.length === 0)
      throw fail("no-warc", { path, fault: "holds no *.warc, *.warc.gz or *.wacz file" });
    return files.map((name) => join(path, name));
  });
}

/** Returns whether a path leads to a file; one that leads in a circle does not. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
