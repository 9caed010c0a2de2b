/** Members of a gzip file, one a record, and the sources of their bytes. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { Readable } from "node:stream";
import { constants, crc32, createInflateRaw, inflateRawSync } from "node:zlib";

/** Bytes of gzip's trailer: CRC-32 and length, RFC 1952 §2.3.1. */
export const GZIP_TRAILER_BYTES = 8;
/** Bytes of gzip's fixed header, RFC 1952 §2.3. */
const HEADER_BYTES = 10;
/** Bytes handed to a streaming inflater at once. */
const FEED_BYTES = 1 << 18;
/** First bytes of a gzip member that uses deflate, RFC 1952 §2.3.1. */
export const GZIP_MAGIC: Buffer = Buffer.from([0x1f, 0x8b, 0x08]);

/** The result of reading a member from the start of some bytes. */
type GzipMember =
  /** A complete member: its inflated bytes, and its length as stored. */
  | { readonly kind: "member"; readonly bytes: Buffer; readonly length: number }
  /** The bytes end before the member does. */
  | { readonly kind: "incomplete" }
  /** The member inflates to more than `maxBytes`. */
  | { readonly kind: "too-big" }
  | { readonly kind: "damaged" };

/** Inflates the gzip member that `bytes` begins with and checks its CRC. */
export function inflateMember(bytes: Buffer, maxBytes: number): GzipMember {
  const start = deflateStart(bytes);
  if (typeof start === "string") return { kind: start };
  try {
    const inflated = inflateRaw(bytes.subarray(start), maxBytes);
    const trailer = start + inflated.consumed;
    const length = trailer + GZIP_TRAILER_BYTES;
    if (bytes.length < length) return { kind: "incomplete" };
    const isWhole = endsWithCrc(bytes.subarray(trailer, length), crc32(inflated.bytes));
    if (!isWhole) return { kind: "damaged" };
    return { kind: "member", bytes: inflated.bytes, length };
  } catch (error) {
    return { kind: memberFault(error) };
  }
}

/**
 * Inflates the start of a member in `bytes`, up to `maxBytes`; returns nothing if `bytes` is not a
 * member.
 */
export function inflateStart(bytes: Buffer, maxBytes: number): Buffer {
  const start = deflateStart(bytes);
  if (typeof start === "string") return Buffer.alloc(0);
  try {
    const finishFlush = constants.Z_SYNC_FLUSH;
    return inflateRawSync(bytes.subarray(start), { finishFlush }).subarray(0, maxBytes);
  } catch (error) {
    if (memberFault(error) === "damaged") return Buffer.alloc(0);
    throw error;
  }
}

/** A member inflated piece by piece, for members that are too large for memory. */
interface MemberStream {
  /** Ends early, without error, when the reader stops; throws zlib's error for damage. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Returns the member's length as stored; correct after `chunks` has ended. */
  length(): number;
}

/**
 * Streams the member at `offset`, which must begin with a complete gzip header. The reader must
 * check its CRC.
 */
export function streamMember(source: ByteSource, offset: number): MemberStream {
  const start = deflateStart(source.read(offset, FEED_BYTES));
  const skipped = typeof start === "number" ? start : HEADER_BYTES;
  const inflate = createInflateRaw();
  return {
    chunks: inflateFrom(source, offset + skipped, inflate),
    length: () => skipped + inflate.bytesWritten + GZIP_TRAILER_BYTES,
  };
}

/** Returns the trailer of a member with this inflated content. */
export function gzipTrailer(content: Uint8Array): Buffer {
  const trailer = Buffer.alloc(GZIP_TRAILER_BYTES);
  trailer.writeUInt32LE(crc32(content));
  trailer.writeUInt32LE(content.length, 4);
  return trailer;
}

/** Returns whether a member's last bytes hold this CRC-32 of its inflated content. */
export function endsWithCrc(trailer: Buffer, crc: number): boolean {
  return trailer.length === GZIP_TRAILER_BYTES && trailer.readUInt32LE(0) === crc;
}

/** Returns the fault of a member that zlib's error reports; rethrows other errors. */
export function memberFault(error: unknown): "incomplete" | "too-big" | "damaged" {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "Z_BUF_ERROR") return "incomplete";
  if (code === "ERR_BUFFER_TOO_LARGE") return "too-big";
  if (typeof code === "string" && code.startsWith("Z_")) return "damaged";
  throw error;
}

async function* inflateFrom(
  source: ByteSource,
  offset: number,
  inflate: ReturnType<typeof createInflateRaw>,
): AsyncGenerator<Buffer, void, undefined> {
  const input = Readable.from(chunksFrom(source, offset));
  input.on("error", (error) => inflate.destroy(error));
  input.pipe(inflate);
  try {
    for await (const chunk of inflate) yield chunk;
  } finally {
    input.destroy();
  }
}

function* chunksFrom(source: ByteSource, offset: number): Generator<Buffer, void, undefined> {
  for (let at = offset; at < source.size; at += FEED_BYTES) yield source.read(at, FEED_BYTES);
}

/** Returns where the deflate data of a member begin, after the header's optional fields (RFC 1952 §2.3). */
export function deflateStart(bytes: Buffer): number | "incomplete" | "damaged" {
  if (!GZIP_MAGIC.subarray(0, bytes.length).equals(bytes.subarray(0, GZIP_MAGIC.length))) {
    return "damaged";
  }
  if (bytes.length < HEADER_BYTES) return "incomplete";
  const flags = bytes.readUInt8(3);
  let at = HEADER_BYTES;
  if ((flags & 0x04) !== 0) {
    if (bytes.length < at + 2) return "incomplete";
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const flag of [0x08, 0x10]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return "incomplete";
    at = end + 1;
  }
  if ((flags & 0x02) !== 0) at += 2;
  return at < bytes.length ? at : "incomplete";
}

function inflateRaw(
  deflated: Buffer,
  maxBytes: number,
): { readonly bytes: Buffer; readonly consumed: number } {
  const result: unknown = inflateRawSync(deflated, { info: true, maxOutputLength: maxBytes });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `info: true` returns; @types/node lacks it
  const { buffer, engine } = result as { buffer: Buffer; engine: { bytesWritten: number } };
  return { bytes: buffer, consumed: engine.bytesWritten };
}

/** Bytes with random access: a file, or a buffer in place of one. */
export interface ByteSource {
  /** The file's path, for messages. */
  readonly name: string;
  /** Number of bytes, as far as is known. */
  readonly size: number;
  /** Reads at most `length` bytes from `offset`, fewer only at the end. */
  read(offset: number, length: number): Buffer;
  close(): void;
}

/**
 * Opens a file. Reads are synchronous: records are small and mostly in the page cache. Answers also
 * come in the order of the requests, so that each replay is the same.
 */
export function openFileSource(path: string): ByteSource {
  const descriptor = openSync(path, "r");
  let size = fstatSync(descriptor).size;
  return {
    name: path,
    get size() {
      return size;
    },
    read(offset, length) {
      // The file may still grow.
      if (offset + length > size) size = fstatSync(descriptor).size;
      return readAt(descriptor, offset, Math.min(length, size - offset));
    },
    close: () => closeSync(descriptor),
  };
}

/** Creates a source over bytes in memory. */
export function bufferSource(name: string, bytes: Buffer): ByteSource {
  return {
    name,
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
    close: () => {},
  };
}

function readAt(descriptor: number, offset: number, length: number): Buffer {
  if (length <= 0) return Buffer.alloc(0);
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, buffer, filled, length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}
