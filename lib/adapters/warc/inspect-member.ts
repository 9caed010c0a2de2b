import { hash } from "node:crypto";
import { crc32, gunzipSync } from "node:zlib";
import type { InspectedRecord } from "../../domain/measures/audit/audit-evidence.ts";

/** Bytes of gzip's trailer: CRC-32 and length, RFC 1952 §2.3.1. */
const TRAILER_BYTES = 8;
/** Bytes of gzip's header without optional fields, RFC 1952 §2.3. */
const HEADER_BYTES = 10;
const HEAD_END = Buffer.from("\r\n\r\n");
/** The end of every block, WARC 1.1 §4. */
const RECORD_END = "\r\n\r\n";
const FIELD = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*)$/;
const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) /;
const LOCATION = /^location: /;
/** Digest of the body without the coding that it is stored with. */
const BODY_DIGEST = "dowser-body-digest";
const RECORD_ID = /^<urn:uuid:[0-9a-f-]{36}>$/;

/**
 * Reads stored bytes as exactly one gzip member with exactly one WARC 1.1 record, and checks its
 * length, fields and digests. It is strict, whereas the readers of this folder are lenient. It
 * shares no code with them or with the library that writes, so it finds their common mistakes.
 */
export function inspectMember(stored: Buffer): InspectedRecord {
  const bytes = inflated(stored);
  if (bytes === undefined) return damaged("its gzip member is damaged");
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return damaged("its record has no head");
  const fields = fieldsOf(bytes.toString("utf8", 0, end));
  if (typeof fields === "string") return damaged(fields);
  const blockAt = end + HEAD_END.length;
  const block = bytes.subarray(blockAt, -RECORD_END.length);
  if (Number(fields.get("content-length")) !== block.length) {
    return damaged(
      `its record has ${block.length} bytes, its head says ${fields.get("content-length")}`,
    );
  }
  if (bytes.toString("latin1", blockAt + block.length) !== RECORD_END) {
    return damaged("its record does not end with two line ends");
  }
  const response = fields.get("warc-type") === "response" ? responseOf(block) : undefined;
  const fault = digestFault(fields, block, response);
  return fault === undefined ? recordOf(fields, response) : damaged(fault);
}

/** Inflates a member that fills `stored`; returns `undefined` when it does not, or is damaged. */
function inflated(stored: Buffer): Buffer | undefined {
  // No flags and no time: no checksum covers them, and the writer sets none.
  if (stored.length < HEADER_BYTES || stored.subarray(3, 8).some((byte) => byte !== 0))
    return undefined;
  const bytes = gunzipped(stored);
  if (bytes === undefined) return undefined;
  // Gunzip ignores bytes after a member: only if nothing follows does `stored` end with the
  // trailer.
  const trailer = stored.subarray(-TRAILER_BYTES);
  const isWhole =
    trailer.readUInt32LE(0) === crc32(bytes) && trailer.readUInt32LE(4) === bytes.length;
  return isWhole ? bytes : undefined;
}

function gunzipped(packed: Buffer): Buffer | undefined {
  try {
    return gunzipSync(packed);
  } catch (error) {
    const isOfZlib =
      error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    if (isOfZlib || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the fields by name in lower case, or the fault of the head. */
function fieldsOf(head: string): ReadonlyMap<string, string> | string {
  const [version, ...lines] = head.split("\r\n");
  if (version !== "WARC/1.1") return "its record is not of WARC 1.1";
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, name = "", value = ""] = FIELD.exec(line) ?? [];
    if (name === "") return `its record has a line that is not a field: ${JSON.stringify(line)}`;
    fields.set(name.toLowerCase(), value);
  }
  for (const name of ["warc-type", "warc-record-id", "warc-date", "content-length"]) {
    if (!fields.has(name)) return `its record has no ${name}`;
  }
  if (!RECORD_ID.test(fields.get("warc-record-id") ?? ""))
    return "its record ID is not the URN of a UUID";
  if (Number.isNaN(Date.parse(fields.get("warc-date") ?? "")))
    return "its record has no valid date";
  return fields;
}

function digestFault(
  fields: ReadonlyMap<string, string>,
  block: Buffer,
  response: StoredResponse,
): string | undefined {
  if (fields.get("warc-block-digest") !== digestOf(block)) return "its block digest does not hold";
  if (fields.get("warc-type") !== "response") return undefined;
  if (response === undefined) return "its block is not an HTTP response";
  const { payload, body } = response;
  if (fields.get("warc-payload-digest") !== digestOf(payload))
    return "its payload digest does not hold";
  if (body === payload) return undefined;
  const holds = body !== undefined && fields.get(BODY_DIGEST) === digestOf(body);
  return holds ? undefined : "its body digest does not hold";
}

function digestOf(bytes: Buffer): string {
  return `sha256:${hash("sha256", bytes, "hex")}`;
}

function recordOf(fields: ReadonlyMap<string, string>, response: StoredResponse): InspectedRecord {
  return {
    kind: "record",
    type: fields.get("warc-type") ?? "",
    targetUri: fields.get("warc-target-uri") ?? "",
    date: Date.parse(fields.get("warc-date") ?? ""),
    bodyDigest: fields.get(BODY_DIGEST) ?? fields.get("warc-payload-digest") ?? "",
    http: response?.http,
    refersTo: fields.get("warc-refers-to-target-uri") ?? "",
    truncated: fields.get("warc-truncated") ?? "",
  };
}

/** Reads an HTTP response. Its body is without coding: the payload itself if it has none, `undefined` if it is damaged. */
function responseOf(block: Buffer) {
  const end = block.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const [statusLine = "", ...lines] = block.toString("utf8", 0, end).split("\r\n");
  const status = Number(STATUS_LINE.exec(statusLine)?.[1]);
  const location = lines.find((line) => LOCATION.test(line))?.replace(LOCATION, "");
  const payload = block.subarray(end + HEAD_END.length);
  const body = lines.includes("content-encoding: gzip") ? gunzipped(payload) : payload;
  return { http: { status, location, bodyBytes: body?.length ?? 0 }, payload, body };
}

type StoredResponse = ReturnType<typeof responseOf>;

function damaged(fault: string): InspectedRecord {
  return { kind: "damaged", fault };
}
