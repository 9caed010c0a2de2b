import type { Transform } from "node:stream";
import * as zlib from "node:zlib";
import type { FetchOutcome } from "../../domain/web/http/fetch-outcome.ts";
import {
  headerTokens,
  mediaTypeOf,
  type ResponseHead,
} from "../../domain/web/http/response-outcome.ts";
import type { Url } from "../../domain/web/url/url.ts";

/** Most codings of one body; more are an attack, as each may multiply the size. */
const MAX_CODINGS = 3;

/** Names that servers use for no coding at all; the second is not one of HTTP's. */
const NO_CODING: ReadonlySet<string> = new Set(["identity", "none"]);

/** Largest window a decoder must offer for the `zstd` coding: 8 MiB (RFC 9659 §3); the default is 128 MiB. */
const ZSTD_PARAMS = { [zlib.constants.ZSTD_d_windowLogMax]: 23 };

/** How to take the content codings off a body. */
export interface Decoding {
  /** Most bytes kept of the body as sent, and of the output of each coding; the rest is cut off. */
  readonly limitBytes: number;
  /** Whether the body as sent is cut short, so that its early end is no error. */
  readonly isCut: boolean;
  /**
   * Whether a recorder may have undone a coding that the headers still name. Then a body without
   * signs of the coding is kept unchanged.
   */
  readonly mayBeUndone: boolean;
}

/** A body with its content codings undone. */
export type DecodedContent =
  | { readonly ok: true; readonly body: Uint8Array; readonly truncated: boolean }
  | { readonly ok: false; readonly detail: string };

/** Options of zlib that mean the same for every coding. */
interface CodingOptions {
  readonly finishFlush?: number;
  readonly maxOutputLength?: number;
}

interface Coding {
  readonly decode: (coded: Uint8Array, options: CodingOptions) => Uint8Array;
  readonly stream: (options: CodingOptions) => Transform;
  /** The flush mode that accepts an early end. */
  readonly cutFlush: number;
  /** Checks for the coding's initial mark, if it has one. */
  readonly isMarked?: (bytes: Uint8Array) => boolean;
}

const GZIP: Coding = {
  decode: zlib.gunzipSync,
  stream: zlib.createGunzip,
  cutFlush: zlib.constants.Z_SYNC_FLUSH,
  isMarked: ([first, second]) => first === 0x1f && second === 0x8b,
};
const ZLIB: Coding = {
  decode: zlib.inflateSync,
  stream: zlib.createInflate,
  cutFlush: zlib.constants.Z_SYNC_FLUSH,
  // RFC 1950 §2.2: method 8, and the two bytes are a multiple of 31.
  isMarked: ([method = 0, flags = 0]) =>
    (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0,
};
const RAW_DEFLATE: Coding = {
  decode: zlib.inflateRawSync,
  stream: zlib.createInflateRaw,
  cutFlush: zlib.constants.Z_SYNC_FLUSH,
};
const BROTLI: Coding = {
  decode: zlib.brotliDecompressSync,
  stream: zlib.createBrotliDecompress,
  cutFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};
const ZSTD: Coding = {
  decode: (coded, options) => zlib.zstdDecompressSync(coded, { ...options, params: ZSTD_PARAMS }),
  stream: (options) => zlib.createZstdDecompress({ ...options, params: ZSTD_PARAMS }),
  cutFlush: zlib.constants.ZSTD_e_flush,
  // RFC 8878 §3.1.1.
  isMarked: ([a, b, c, d]) => a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd,
};

/**
 * Undoes `codings`, in lower case and in the order in which they were applied (RFC 9110 §8.4).
 * Never keeps more than a limit of any result.
 */
export async function decodeContent(
  sent: Uint8Array,
  codings: readonly string[],
  decoding: Decoding,
): Promise<DecodedContent> {
  const { limitBytes, mayBeUndone } = decoding;
  const names = codings.filter((name) => !NO_CODING.has(name));
  if (names.length > MAX_CODINGS) return { ok: false, detail: "too many content codings" };
  let body = sent.subarray(0, limitBytes);
  let truncated = decoding.isCut || sent.length > limitBytes;
  for (const name of names.toReversed()) {
    if (body.length === 0) break;
    const coding = codingOf(name, body);
    if (coding === undefined) return { ok: false, detail: `unknown content coding "${name}"` };
    const decoded = await undo(coding, body, { limitBytes, isCut: truncated, mayBeUndone });
    if (!decoded.ok) return decoded;
    body = decoded.body;
    truncated ||= decoded.truncated;
  }
  return { ok: true, body, truncated };
}

function codingOf(name: string, body: Uint8Array): Coding | undefined {
  switch (name) {
    case "gzip":
    case "x-gzip":
      return GZIP;
    case "deflate":
      // It means the zlib format (RFC 9110 §8.4.1.2), but servers send raw deflate data as well.
      return ZLIB.isMarked?.(body) ? ZLIB : RAW_DEFLATE;
    case "br":
      return BROTLI;
    case "zstd":
      return ZSTD;
    default:
      return undefined;
  }
}

async function undo(
  coding: Coding,
  body: Uint8Array,
  { limitBytes, isCut, mayBeUndone }: Decoding,
): Promise<DecodedContent> {
  const asItIs: DecodedContent = { ok: true, body, truncated: false };
  if (mayBeUndone && coding.isMarked?.(body) === false) return asItIs;
  // Without a mark, only a body that decodes to its end is proven to be coded.
  const mustProve = mayBeUndone && coding.isMarked === undefined;
  const options = isCut && !mustProve ? { finishFlush: coding.cutFlush } : {};
  try {
    // In one call: a stream takes some four times as long for a body of usual size.
    const decoded = coding.decode(body, { ...options, maxOutputLength: limitBytes });
    return { ok: true, body: decoded, truncated: false };
  } catch (error) {
    if (isTooLarge(error)) return await firstBytes(coding.stream(options), body, limitBytes);
    return mustProve ? asItIs : { ok: false, detail: messageOf(error) };
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function firstBytes(
  decoder: Transform,
  coded: Uint8Array,
  limitBytes: number,
): Promise<DecodedContent> {
  const output = createBodyBuffer(limitBytes);
  decoder.end(coded);
  try {
    for await (const chunk of decoder as AsyncIterable<Uint8Array>) {
      // Leaving the loop destroys the decoder: the rest is never inflated.
      if (!output.append(chunk)) break;
    }
  } catch (error) {
    return { ok: false, detail: messageOf(error) };
  }
  return { ok: true, body: output.bytes(), truncated: true };
}

/** Bytes reserved for a body at first: most pages fit after one or two doublings. */
const FIRST_BYTES = 16_384;

/** A body as it arrives, kept up to a limit. */
export interface BodyBuffer {
  /** Copies a chunk's bytes: the chunk may be reused. Returns false once the limit is exceeded. */
  append(chunk: Uint8Array): boolean;
  /** Returns the kept bytes without copying: nothing may be appended afterwards. */
  bytes(): Uint8Array;
}

/**
 * Collects at most `limitBytes` of a body in one growing buffer. In a list of chunks, each byte of
 * a server that sends single bytes would cost a hundred.
 */
export function createBodyBuffer(limitBytes: number): BodyBuffer {
  let buffer = Buffer.allocUnsafeSlow(0);
  let size = 0;

  function reserve(bytes: number): void {
    if (bytes <= buffer.length) return;
    const doubled = Math.max(bytes, 2 * buffer.length, FIRST_BYTES);
    const grown = Buffer.allocUnsafeSlow(Math.min(doubled, limitBytes));
    buffer.copy(grown, 0, 0, size);
    buffer = grown;
  }

  return {
    append(chunk) {
      const kept = chunk.subarray(0, limitBytes - size);
      reserve(size + kept.length);
      buffer.set(kept, size);
      size += kept.length;
      return kept.length === chunk.length;
    },
    bytes: () => buffer.subarray(0, size),
  };
}

/**
 * Returns the page in a 2xx response to `url`, or the failure to unpack its body, which arrived as
 * `sent`.
 */
export async function pageOfResponse(
  url: Url,
  { status, headers }: ResponseHead,
  sent: Uint8Array,
  decoding: Decoding,
): Promise<FetchOutcome> {
  const decoded = await decodeContent(sent, headerTokens(headers, "content-encoding"), decoding);
  if (!decoded.ok) {
    return { kind: "failed", reason: "decompression", detail: decoded.detail, status };
  }
  const { body, truncated } = decoded;
  return { kind: "page", url, status, headers, body, ...mediaTypeOf(headers), truncated };
}
