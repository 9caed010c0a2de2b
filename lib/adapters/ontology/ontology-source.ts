import { createReadStream, type ReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { ontologyUnreadable } from "./ontology-unreadable.ts";

/** The progress of reading a file. */
export interface ReadPlace {
  readonly name: string;
  /** Bytes read, and the size of the file, both as stored on the disk (maybe compressed). */
  readonly bytes: number;
  readonly size: number;
}

/** A file of an ontology, or a folder of such files. */
export interface OntologySource {
  /** Last part of the path, for messages. */
  readonly name: string;
  readonly path: string;
  /** Reads the file's bytes from the start, unpacked; may be called again. */
  bytes(): AsyncIterable<Uint8Array>;
  /** Called with each piece of the file that is read. */
  readonly onRead?: (place: ReadPlace) => void;
}

/** The first bytes of every gzip member (RFC 1952 §2.3.1). */
const GZIP_MAGIC = [0x1f, 0x8b];
/** Bytes read at once: large enough that an import does not wait for reading. */
const CHUNK_BYTES = 1 << 18;
/** Most bytes that a compressed file unpacks to: twice the largest file of UMLS. */
const MAX_UNPACKED_BYTES = 20e9;
/** Highest compression ratio of a large file: ontologies have 5 to 20, a bomb has 1,000. */
const MAX_RATIO = 200;
/** Unpacked bytes up to which the ratio does not matter. */
const HARMLESS_BYTES = 100e6;

/**
 * Opens a file or folder of an ontology. Gzip is recognised by its first bytes and unpacked on the
 * way. Reading throws DowserError `ontology-unreadable` when the compressed bytes are damaged, cut
 * off, or unpack to more than an ontology has.
 */
export function openOntologySource(
  path: string,
  onRead: OntologySource["onRead"] = () => {},
): OntologySource {
  return { name: basename(path), path, onRead, bytes: () => readWithProgress(path, onRead) };
}

/**
 * Returns whether so many bytes, from so many compressed ones, are more than any ontology unpacks
 * to.
 */
export function isBomb(packed: number, unpacked: number): boolean {
  if (unpacked > MAX_UNPACKED_BYTES) return true;
  return unpacked > HARMLESS_BYTES && unpacked > MAX_RATIO * packed;
}

async function* readWithProgress(
  path: string,
  onRead: (place: ReadPlace) => void,
): AsyncIterable<Uint8Array> {
  const [name, stats] = [basename(path), statSync(path)];
  if (!stats.isFile())
    throw ontologyUnreadable(name, undefined, {
      fault: "is no file",
      hint: "name a file, or a folder of UMLS: a pipe cannot be read twice",
    });
  const [{ size }, isPacked] = [stats, await isGzip(path)];
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  for await (const chunk of isPacked ? readUnpacked(path, file) : file) {
    onRead({ name, bytes: file.bytesRead, size });
    yield chunk;
  }
}

async function* readUnpacked(path: string, packed: ReadStream): AsyncIterable<Uint8Array> {
  // The reader receives a failure of either stream as one of the last stream.
  const unpacked = pipeline(packed, createGunzip({ chunkSize: CHUNK_BYTES }), () => {});
  let length = 0;
  try {
    for await (const chunk of unpacked) {
      const bytes: Uint8Array = chunk;
      length += bytes.length;
      if (isBomb(packed.bytesRead, length)) throw tooLarge(path, packed.bytesRead, length);
      yield bytes;
    }
  } catch (cause) {
    if (!isZlibError(cause)) throw cause;
    throw ontologyUnreadable(basename(path), undefined, {
      fault: `is a damaged gzip file: ${cause.message}`,
      hint: "fetch it again: the copy is damaged or broke off",
      cause,
    });
  }
}

async function isGzip(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: GZIP_MAGIC.length - 1 })) {
    const bytes: Uint8Array = chunk;
    return GZIP_MAGIC.every((byte, index) => bytes[index] === byte);
  }
  return false;
}

function tooLarge(path: string, packed: number, unpacked: number): Error {
  return ontologyUnreadable(
    basename(path),
    { byte: packed },
    {
      fault: `has unpacked to ${unpacked} bytes, more than an ontology does`,
      hint: "fetch it from its publisher; unpacked, a file is read whatever its size",
    },
  );
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}
