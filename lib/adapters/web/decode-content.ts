/** Undoes the codings of bodies as browsers do: of untidy ones as much as can be told. */
import * as zlib from "node:zlib";
import {
  type FetchOutcome,
  headerTokens,
  headerValue,
  mediaTypeOf,
  type ResponseHead,
} from "../../domain/web/http/fetch-outcome.ts";
import { looksLikeText, sniffType } from "../../domain/web/http/sniff-type.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { deflateStart } from "../warc/gzip-member.ts";

/** Most codings of one body; more are an attack, as each may multiply the size. */
const MAX_CODINGS = 3;

/** Largest window a decoder must offer for the `zstd` coding: 8 MiB (RFC 9659 §3); the default is 128 MiB. */
const ZSTD_PARAMS = { [zlib.constants.ZSTD_d_windowLogMax]: 23 };

/** How to take the content codings off a body. */
export interface Decoding {
  /** Most bytes kept of the body as sent, and of the output of each coding; the rest is cut off. */
  readonly limitBytes: number;
  /** Whether the body as sent is cut short. */
  readonly isCut: boolean;
}

/** A body as it is without codings. */
interface UnpackedContent {
  readonly ok: true;
  readonly body: Uint8Array;
  readonly truncated: boolean;
}

/** A body with its content codings undone. */
export type DecodedContent = UnpackedContent | { readonly ok: false; readonly detail: string };

/** Options of zlib that mean the same for every coding. */
interface CodingOptions {
  readonly finishFlush?: number;
  readonly maxOutputLength?: number;
  readonly chunkSize?: number;
}

/** A decoder that counts the bytes that it has taken. */
type Decoder = ReturnType<typeof zlib.createInflateRaw | typeof zlib.createZstdDecompress>;

interface Coding {
  readonly decode: (coded: Uint8Array, options: CodingOptions) => Uint8Array;
  readonly stream: (options: CodingOptions) => Decoder;
  /** The flush mode that accepts an early end. */
  readonly cutFlush: number;
  /** Checks for the coding's initial mark; absent where it has none. */
  readonly isMarked?: (bytes: Uint8Array) => boolean;
  /** Returns the bare deflate data: the checksums of a damaged body are of no use. */
  readonly bare?: (bytes: Uint8Array) => Uint8Array;
}

const RAW_DEFLATE: Coding = {
  decode: zlib.inflateRawSync,
  stream: zlib.createInflateRaw,
  cutFlush: zlib.constants.Z_SYNC_FLUSH,
};
const GZIP: Coding = {
  decode: zlib.gunzipSync,
  stream: zlib.createGunzip,
  cutFlush: zlib.constants.Z_SYNC_FLUSH,
  isMarked: ([first, second]) => first === 0x1f && second === 0x8b,
  bare: (bytes) => {
    const start = deflateStart(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return typeof start === "number" ? bytes.subarray(start) : new Uint8Array();
  },
};
const ZLIB: Coding = {
  decode: zlib.inflateSync,
  stream: zlib.createInflate,
  cutFlush: zlib.constants.Z_SYNC_FLUSH,
  // RFC 1950 §2.2: method 8, and the two bytes are a multiple of 31.
  isMarked: ([method = 0, flags = 0]) =>
    (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0,
  bare: (bytes) => bytes.subarray(2),
};
const BROTLI: Coding = {
  decode: zlib.brotliDecompressSync,
  stream: zlib.createBrotliDecompress,
  cutFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};
const ZSTD: Coding = {
  decode: decodeFrames,
  stream: (options) => zlib.createZstdDecompress({ ...options, params: ZSTD_PARAMS }),
  cutFlush: zlib.constants.ZSTD_e_flush,
  // RFC 8878 §3.1.1.
  isMarked: ([a, b, c, d]) => a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd,
};

/** Most frames of one body: more are an attack, as each takes a decoder. */
const MAX_FRAMES = 512;

/** Decodes all frames, which together are one body (RFC 8878 §3): Node's decoders end with the first. */
function decodeFrames(coded: Uint8Array, options: CodingOptions): Uint8Array {
  const decoded: Uint8Array[] = [];
  let [rest, room] = [coded, options.maxOutputLength ?? Infinity];
  do {
    if (decoded.length === MAX_FRAMES) throw new RangeError(`More than ${MAX_FRAMES} frames.`);
    const maxOutputLength = Math.max(room, 1);
    const asked = { ...options, maxOutputLength, params: ZSTD_PARAMS, info: true };
    const result: unknown = zlib.zstdDecompressSync(rest, asked);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Node returns with `info`
    const { buffer, engine } = result as { buffer: Buffer; engine: zlib.ZstdDecompress };
    decoded.push(buffer);
    rest = rest.subarray(engine.bytesWritten);
    room -= buffer.length;
    if (room < 0) throw new RangeError("More than the limit.");
  } while (isFrame(rest));
  return decoded.length === 1 ? (decoded[0] ?? rest) : Buffer.concat(decoded);
}

/** Checks for the start of a frame of Zstandard, or of one that has no content (RFC 8878 §3.1). */
function isFrame(bytes: Uint8Array): boolean {
  const [a = 0, b, c, d] = bytes;
  return (
    ZSTD.isMarked?.(bytes) === true ||
    ((a & 0xf0) === 0x50 && b === 0x2a && c === 0x4d && d === 0x18)
  );
}

/**
 * Undoes `codings`, in lower case and in the order in which they were applied (RFC 9110 §8.4), as
 * browsers and Scrapy do. The mark of a coding counts more than its name; a name that nobody knows is
 * no coding; text that is called coded is text, as a server or a recorder may have undone its coding;
 * and a coded body that is cut or damaged gives what comes out of it, and counts as cut. Never keeps
 * more than a limit of any result.
 */
export async function decodeContent(
  sent: Uint8Array,
  codings: readonly string[],
  { limitBytes, isCut }: Decoding,
): Promise<DecodedContent> {
  const names = codings.filter((name) => CODINGS.has(name));
  if (names.length > MAX_CODINGS) return { ok: false, detail: "too many content codings" };
  let body = sent.subarray(0, limitBytes);
  let truncated = isCut || sent.length > limitBytes;
  for (const name of names.toReversed()) {
    const coding = body.length === 0 ? undefined : codingOf(name, body);
    if (coding === undefined) continue;
    const decoded = await undo(coding, body, limitBytes);
    if (!decoded.ok) return decoded;
    body = decoded.body;
    truncated ||= decoded.truncated;
  }
  return { ok: true, body, truncated };
}

/** Returns the coding that a body has, when it is said to have the coding of this name. */
function codingOf(name: string, body: Uint8Array): Coding | undefined {
  const marked = [GZIP, ZSTD].find(({ isMarked }) => isMarked?.(body));
  // It means the zlib format (RFC 9110 §8.4.1.2), but servers send raw deflate data as well.
  const named = name === "deflate" && ZLIB.isMarked?.(body) === false ? RAW_DEFLATE : undefined;
  return marked ?? named ?? CODINGS.get(name);
}

const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ["gzip", GZIP],
  ["x-gzip", GZIP],
  ["deflate", ZLIB],
  ["br", BROTLI],
  ["zstd", ZSTD],
]);

async function undo(coding: Coding, body: Uint8Array, limitBytes: number): Promise<DecodedContent> {
  const asItIs: DecodedContent = { ok: true, body, truncated: false };
  const isMarked = coding.isMarked?.(body);
  if (isMarked === false && looksLikeText(body)) return asItIs;
  try {
    // In one call: a stream takes some four times as long for a body of usual size.
    return {
      ok: true,
      body: coding.decode(body, { maxOutputLength: limitBytes }),
      truncated: false,
    };
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    if (!isTooLarge && isMarked !== true && looksLikeText(body)) return asItIs;
    const first = isTooLarge
      ? await firstBytes(() => coding.stream({}), body, limitBytes)
      : await firstBytes(() => salvagerOf(coding), coding.bare?.(body) ?? body, limitBytes);
    if (first.length === 0) return { ok: false, detail: messageOf(error) };
    return { ok: true, body: first, truncated: true };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Bytes that a decoder gives at a time: fewer than these are lost before a place that is damaged. */
const PIECE_BYTES = 512;

/** Makes a decoder of damaged and cut bodies. */
function salvagerOf({ bare, stream, cutFlush }: Coding): Decoder {
  const make = bare === undefined ? stream : zlib.createInflateRaw;
  return make({ finishFlush: cutFlush, chunkSize: PIECE_BYTES });
}

/** Returns what decoders give, one for each frame, before their input ends, is damaged or reaches the limit. */
async function firstBytes(
  open: () => Decoder,
  coded: Uint8Array,
  limitBytes: number,
): Promise<Uint8Array> {
  const output = createBodyBuffer(limitBytes);
  let [rest, frames] = [coded, 0];
  try {
    do {
      const decoder = open();
      decoder.end(rest);
      for await (const chunk of decoder as AsyncIterable<Uint8Array>) {
        // Leaving the loop destroys the decoder: the rest is never inflated.
        if (!output.append(chunk)) return output.bytes();
      }
      rest = rest.subarray(decoder.bytesWritten);
      frames += 1;
    } while (isFrame(rest) && frames < MAX_FRAMES);
  } catch {
    // What came before the damage is kept; the caller tells where nothing did.
  }
  return output.bytes();
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
  head: ResponseHead,
  sent: Uint8Array,
  decoding: Decoding,
): Promise<FetchOutcome> {
  const { status, headers } = head;
  const codings = [
    ...headerTokens(headers, "content-encoding"),
    ...headerTokens(headers, "transfer-encoding"),
  ];
  const decoded = await decodeContent(sent, codings, decoding);
  if (!decoded.ok) {
    return { kind: "failed", reason: "decompression", detail: decoded.detail, status };
  }
  const { mediaType, charset } = mediaTypeOf(headers);
  const isPacked = decoded.body[0] === 0x1f && mediaType.startsWith("text/");
  const { body, truncated: isCut } = isPacked
    ? await withoutUnsaid(decoded, decoding.limitBytes)
    : decoded;
  const type = sniffType(mediaType, body);
  const truncated = isCut || (status === 206 && isPart(head));
  const page = { url, status, headers, body, mediaType: type, charset, truncated } as const;
  const isMarked = !truncated && body === decoded.body && sent[0] === 0x1f;
  const isGzipped = isMarked && isOnlyMember(sent, codings, body);
  return { kind: "page", ...page, ...(isGzipped && { gzipped: sent }) };
}

/**
 * Checks whether a body was sent as one gzip member: its trailer has the length of what is in it (RFC 1952 §2.3.1).
 * Readers of archives stop at the end of the first member.
 */
function isOnlyMember(sent: Uint8Array, codings: readonly string[], body: Uint8Array): boolean {
  const names = codings.filter((coding) => CODINGS.has(coding));
  if (names.length !== 1 || names[0] !== "gzip") return false;
  const trailer = new DataView(sent.buffer, sent.byteOffset + sent.length - 4, 4);
  return trailer.getUint32(0, true) === body.length;
}

/** Checks whether an answer says that it is a part of a page, which nobody has asked for (RFC 9110 §14.4). */
function isPart({ headers }: ResponseHead): boolean {
  const range = headerValue(headers, "content-range") ?? "";
  const [, first, last, whole] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(range.trim()) ?? [];
  return whole !== undefined && (Number(first) > 0 || Number(last) + 1 !== Number(whole));
}

/** Undoes a coding that a server does not name: what is sent as text and packed is no text as it is. */
async function withoutUnsaid(
  decoded: UnpackedContent,
  limitBytes: number,
): Promise<UnpackedContent> {
  const { body, truncated } = decoded;
  if (GZIP.isMarked?.(body) !== true) return decoded;
  const inner = await undo(GZIP, body, limitBytes);
  if (!inner.ok || !looksLikeText(inner.body)) return decoded;
  return { ...inner, truncated: truncated || inner.truncated };
}
