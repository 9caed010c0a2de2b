import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Bytes that can be read anywhere: a file, or a buffer that stands for one. */
export interface ByteSource {
  /** For messages: the file's path. */
  readonly name: string;
  /** Bytes, as far as is known. */
  readonly size: number;
  /** At most `length` bytes from `offset`, fewer only at the end. */
  read(offset: number, length: number): Buffer;
  close(): void;
}

/**
 * Opens a file. Reads block: a record is small and mostly in the page cache, and a replay whose
 * answers come back in the order of the questions is the same each time.
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
      // The file may be one that is still written to.
      if (offset + length > size) size = fstatSync(descriptor).size;
      return readAt(descriptor, offset, Math.min(length, size - offset));
    },
    close: () => closeSync(descriptor),
  };
}

/** A source over bytes in memory. */
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
