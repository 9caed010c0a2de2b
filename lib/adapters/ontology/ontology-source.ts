import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { ontologyUnreadable } from "./ontology-unreadable.ts";

/** A file that an ontology is read from, or a folder of such files. */
export interface OntologySource {
  /** Last part of the path, for messages. */
  readonly name: string;
  readonly path: string;
  /** The file's bytes from the start, unpacked; may be called again. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** The first bytes of every gzip member (RFC 1952 §2.3.1). */
const GZIP_MAGIC = [0x1f, 0x8b];
/** Bytes read at once: large enough that reading is not what an import waits for. */
const CHUNK_BYTES = 1 << 18;

/**
 * A file, or folder, of an ontology; what is packed with gzip, by its first bytes, is unpacked on the way.
 * Reading throws DowserError `ontology-unreadable` where the packed bytes are damaged or cut off.
 */
export function openOntologySource(path: string): OntologySource {
  return { name: basename(path), path, bytes: () => readUnpacked(path) };
}

async function* readUnpacked(path: string): AsyncIterable<Uint8Array> {
  if (!(await isGzip(path))) {
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES });
    return;
  }
  const packed = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  // The failure of either stream arrives at the reader as the failure of the last one.
  const unpacked = pipeline(packed, createGunzip({ chunkSize: CHUNK_BYTES }), () => {});
  try {
    yield* unpacked;
  } catch (cause) {
    if (!isZlibError(cause)) throw cause;
    throw ontologyUnreadable(basename(path), undefined, {
      fault: `is a damaged gzip file: ${cause.message}`,
      mend: "fetch it again: the copy is damaged or broke off",
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

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}
