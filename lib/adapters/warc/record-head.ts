/** Reads the heads of WARC records, as untidy as recorders write them. */
import { headLengthOf, MAX_HEAD_BYTES, parseFields } from "../../domain/web/http/answer-head.ts";
import { type DowserError, fail } from "../../errors.ts";

const VERSION = /^WARC\/\d\.\d+\r?\n/;

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
  /** The record of the same page that a revisit names: its URL, and its identifier. */
  readonly refersToTargetUri: string | undefined;
  readonly refersTo: string | undefined;
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
export function parseRecordHead(bytes: Buffer): RecordHead | undefined {
  if (!looksLikeRecord(bytes)) return undefined;
  const headLength = headLengthOf(bytes.subarray(0, MAX_HEAD_BYTES));
  if (headLength === undefined) return undefined;
  const [, ...lines] = bytes.toString("utf8", 0, headLength).split(/\r?\n/);
  const fields = new Map(parseFields(lines));
  const type = fields.get("warc-type");
  const length = fields.get("content-length");
  if (type === undefined || length === undefined || !/^\d{1,15}$/.test(length)) return undefined;
  return {
    type: type.toLowerCase(),
    // Some wget write it in angle brackets.
    targetUri: fields.get("warc-target-uri")?.replace(/^<(.*)>$/, "$1") ?? "",
    id: fields.get("warc-record-id") ?? "",
    concurrentTo: fields.get("warc-concurrent-to"),
    contentType: fields.get("content-type") ?? "",
    contentLength: Number(length),
    payloadDigest: fields.get("warc-payload-digest")?.toLowerCase(),
    refersToTargetUri: fields.get("warc-refers-to-target-uri"),
    refersTo: fields.get("warc-refers-to"),
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
