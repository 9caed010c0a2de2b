import { AsyncIterReader, WARCParser, type WARCRecord } from "warcio";
import { type DowserError, fail } from "../../errors.ts";

/** Longest record head accepted, in bytes: many times a URL of 8,000 characters and some fields. */
export const MAX_HEAD_BYTES = 65_536;

const HEAD_END = "\r\n\r\n";
const VERSION = /^WARC\/\d\.\d+\r\n/;

/** The named fields of a WARC record that are read here. */
export interface RecordHead {
  /** `response`, `resource`, `revisit`, `request`, … */
  readonly type: string;
  readonly targetUri: string;
  readonly contentType: string;
  /** Length of the block after the head, in bytes. */
  readonly contentLength: number;
  readonly payloadDigest: string | undefined;
  readonly refersToTargetUri: string | undefined;
  /** `length`, `time`, `disconnect` … if the recorder cut the block short. */
  readonly truncated: string | undefined;
  /** Length of this head with its blank line, in bytes. */
  readonly headLength: number;
}

/** Returns whether a WARC record may begin here. */
export function looksLikeRecord(bytes: Buffer): boolean {
  return VERSION.test(bytes.toString("latin1", 0, 12));
}

/**
 * Parses the head that `bytes` begins with; returns `undefined` unless it is complete, with type
 * and length.
 */
export async function parseRecordHead(bytes: Buffer): Promise<RecordHead | undefined> {
  if (!looksLikeRecord(bytes)) return undefined;
  const end = bytes.subarray(0, MAX_HEAD_BYTES).indexOf(HEAD_END);
  if (end < 0) return undefined;
  const headLength = end + HEAD_END.length;
  const record = await parseFields(bytes.subarray(0, headLength));
  return record === null ? undefined : recordHead(record, headLength);
}

/** Parses fields; warcio guesses at compression unless the reader says that there is none. */
function parseFields(head: Buffer): Promise<WARCRecord | null> {
  return WARCParser.parse(new AsyncIterReader([head], null), {
    keepHeadersCase: true,
    parseHttp: false,
  });
}

function recordHead(record: WARCRecord, headLength: number): RecordHead | undefined {
  const fields = new Map<string, string>();
  for (const [name, value] of record.warcHeaders.headers) fields.set(name.toLowerCase(), value);
  const type = fields.get("warc-type");
  const length = fields.get("content-length");
  if (type === undefined || length === undefined || !/^\d{1,15}$/.test(length)) return undefined;
  return {
    type: type.toLowerCase(),
    targetUri: fields.get("warc-target-uri") ?? "",
    contentType: fields.get("content-type") ?? "",
    contentLength: Number(length),
    payloadDigest: fields.get("warc-payload-digest"),
    refersToTargetUri: fields.get("warc-refers-to-target-uri"),
    truncated: fields.get("warc-truncated"),
    headLength,
  };
}

/** Creates the error of a file, or of a part of one, in which no WARC record can be read. */
export function badWarc(file: string, offset: number, cause?: unknown): DowserError {
  return fail("bad-warc", { file, offset, value: { file, offset } }, cause);
}

/**
 * Creates the error of too many records that share gzip members: such records must be held in
 * memory.
 */
export function unseekableWarc(file: string, offset: number, maxBytes: number): DowserError {
  return fail("unseekable-warc", { file, offset, maxBytes, value: { file, offset } });
}
