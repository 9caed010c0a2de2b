import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../../errors.ts";

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
