import * as zlib from "node:zlib";
import type { HeaderList } from "../domain/fetch/fetch-outcome.ts";
import { memberFault } from "./gzip-member.ts";
import { headerValue } from "./http-response.ts";

/** Most codings that one body may have: servers use one. */
const MAX_CODINGS = 4;
const LF = 0x0a;

/** A recorded body with its codings undone. */
export type DecodedBody =
  | { readonly kind: "body"; readonly bytes: Buffer; readonly truncated: boolean }
  | { readonly kind: "damaged"; readonly coding: string };

interface Coding {
  readonly decode: (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;
  readonly stream: () =>
    | zlib.Gunzip
    | zlib.InflateRaw
    | zlib.BrotliDecompress
    | zlib.ZstdDecompress;
  /** Where coded bytes begin with a mark, whether it is there. */
  readonly isMarked?: (bytes: Buffer) => boolean;
}

const { Z_SYNC_FLUSH, ZSTD_e_flush } = zlib.constants;

// A body that its recorder cut short decodes as far as it goes, where its mark proves the coding.
const GZIP: Coding = {
  decode: (bytes, options) => zlib.gunzipSync(bytes, { ...options, finishFlush: Z_SYNC_FLUSH }),
  stream: () => zlib.createGunzip({ finishFlush: Z_SYNC_FLUSH }),
  isMarked: (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b,
};
const ZLIB: Coding = {
  decode: (bytes, options) => zlib.inflateSync(bytes, { ...options, finishFlush: Z_SYNC_FLUSH }),
  stream: () => zlib.createInflate({ finishFlush: Z_SYNC_FLUSH }),
  // RFC 1950 §2.2: method 8, and the two bytes are a multiple of 31.
  isMarked: (bytes) =>
    bytes.length > 1 && (bytes.readUInt8(0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0,
};
const ZSTD: Coding = {
  decode: (bytes, options) =>
    zlib.zstdDecompressSync(bytes, { ...options, finishFlush: ZSTD_e_flush }),
  stream: () => zlib.createZstdDecompress({ finishFlush: ZSTD_e_flush }),
  isMarked: (bytes) => bytes.length > 3 && bytes.readUInt32LE(0) === 0xfd2fb528,
};
const BROTLI: Coding = {
  decode: (bytes, options) => zlib.brotliDecompressSync(bytes, options),
  stream: () => zlib.createBrotliDecompress(),
};
/** What some servers send as `deflate`: without the frame that RFC 9110 §8.4.1.2 asks for. */
const RAW_DEFLATE: Coding = {
  decode: (bytes, options) => zlib.inflateRawSync(bytes, options),
  stream: () => zlib.createInflateRaw(),
};

function codingOf(name: string, bytes: Buffer): Coding | undefined {
  switch (name) {
    case "gzip":
    case "x-gzip":
      return GZIP;
    case "deflate":
      return ZLIB.isMarked?.(bytes) ? ZLIB : RAW_DEFLATE;
    case "br":
      return BROTLI;
    case "zstd":
      return ZSTD;
    default:
      return undefined;
  }
}

/**
 * Undoes transfer and content codings of a recorded body; it may have `maxBytes` before and after
 * content decoding. A coding that is named but not there was undone by the recorder: the bytes stand.
 */
export async function decodeBody(
  headers: HeaderList,
  sent: Buffer,
  maxBytes: number,
): Promise<DecodedBody> {
  const isChunked = headerValue(headers, "transfer-encoding")?.toLowerCase().includes("chunked");
  const joined = isChunked ? (joinChunks(sent) ?? sent) : sent;
  let bytes = joined.subarray(0, maxBytes);
  let truncated = joined.length > maxBytes;
  const codings = codingsOf(headers);
  if (codings.length > MAX_CODINGS) return { kind: "damaged", coding: codings.join(" ") };
  for (const name of codings) {
    const coding = codingOf(name, bytes);
    if (coding === undefined) return { kind: "damaged", coding: name };
    if (bytes.length === 0 || coding.isMarked?.(bytes) === false) continue;
    const decoded = await undo(coding, bytes, maxBytes);
    if (decoded !== undefined) {
      bytes = decoded.bytes;
      truncated ||= decoded.truncated;
    } else if (coding.isMarked !== undefined) return { kind: "damaged", coding: name };
  }
  return { kind: "body", bytes, truncated };
}

/** Codings in the order of undoing: the last applied first, RFC 9110 §8.4. */
function codingsOf(headers: HeaderList): string[] {
  return headers
    .filter(([name]) => name === "content-encoding")
    .flatMap(([, value]) => value.toLowerCase().split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity" && name !== "none")
    .reverse();
}

async function undo(
  coding: Coding,
  bytes: Buffer,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly truncated: boolean } | undefined> {
  try {
    return { bytes: coding.decode(bytes, { maxOutputLength: maxBytes }), truncated: false };
  } catch (error) {
    const isTooLarge =
      error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return isTooLarge
      ? { bytes: await firstBytes(coding, bytes, maxBytes), truncated: true }
      : undefined;
  }
}

async function firstBytes(coding: Coding, bytes: Buffer, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  const decoder = coding.stream();
  decoder.end(bytes);
  try {
    for await (const chunk of decoder) {
      chunks.push(chunk);
      total += chunk.length;
      if (total >= maxBytes) break;
    }
  } catch (error) {
    // Damage behind the limit may show before the limit is reached: what came is the start all the same.
    memberFault(error);
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/**
 * Joins the chunks of a chunked body, RFC 9112 §7.1, as far as they go; `undefined` where the body
 * does not begin with a chunk.
 */
function joinChunks(body: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  let at = 0;
  while (at < body.length) {
    const lineEnd = body.indexOf(LF, at);
    const line = body.toString(
      "latin1",
      at,
      Math.min(lineEnd < 0 ? body.length : lineEnd, at + 64),
    );
    const size = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?\r?$/i.exec(line)?.[1];
    if (size === undefined || lineEnd < 0) break;
    const start = lineEnd + 1;
    const end = start + Number.parseInt(size, 16);
    chunks.push(body.subarray(start, end));
    if (end === start) break;
    at = body.indexOf(LF, end) + 1 || body.length;
  }
  return chunks.length === 0 ? undefined : Buffer.concat(chunks);
}
