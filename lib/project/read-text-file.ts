import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { getSystemErrorMessage } from "node:util";
import { decodeText } from "../domain/page/decode-body.ts";
import { type ErrorWith, fail } from "../errors.ts";

/** A file that the user names, by its purpose. */
interface NamedFile {
  /** For messages: `a project file`. */
  readonly what: string;
  /** Longest file read, in bytes. */
  readonly most: number;
  /** The error when the file cannot be read. */
  readonly error: ErrorWith<"file" | "why">;
  /**
   * Whether the command line named it, so that it may be a pipe, as of `<(command)`: whoever typed it can wait. What
   * a file or a folder names must be a file.
   */
  readonly mayBePipe?: boolean;
}

/**
 * Reads the text of a file in any common encoding: spreadsheets and editors write several.
 * @throws DowserError `error` when it does not exist, or is too long
 */
export function readTextFile(file: string, named: NamedFile): string {
  return decodeText(readNamedFile(file, named));
}

/**
 * Reads the bytes of a file, where it is allowed of a pipe or a device, and never more of it than `most`.
 * @throws DowserError `error` when it does not exist, is too long, or is no file
 */
export function readNamedFile(
  file: string,
  { what, most, error, mayBePipe = false }: NamedFile,
): Buffer {
  try {
    if (!mayBePipe) refuseUnlessFile(file);
    return readUpTo(file, most, what);
  } catch (cause) {
    throw fail(error, { file, why: reasonOf(cause) }, cause);
  }
}

/**
 * Refuses what is no file before it is opened: opening a pipe waits for a writer, and a device may have no end.
 * @throws an error that says what it is, or that it is not there
 */
export function refuseUnlessFile(path: string): void {
  const stats = statSync(path);
  if (stats.isFile()) return;
  throw new Error(`is a ${stats.isDirectory() ? "directory" : "pipe or a device"}, and no file`);
}

/** Returns the reason of a failed read, in the system's words: `no such file or directory`. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const isBySystem = "errno" in cause && typeof cause.errno === "number";
  return isBySystem ? getSystemErrorMessage(Number(cause.errno)) : cause.message;
}

/** Bytes read at a time. */
const CHUNK_BYTES = 1 << 16;

function readUpTo(file: string, most: number, what: string): Buffer {
  using opened = new DisposableStack();
  const descriptor = opened.adopt(openSync(file, "r"), closeSync);
  const { size } = fstatSync(descriptor);
  if (size > most) throw new RangeError(`${size} bytes are too many for ${what}`);
  const chunks: Buffer[] = [];
  // A pipe or a device does not tell its size, and a device may have no end.
  for (let read = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const length = readSync(descriptor, chunk);
    if (length === 0) return Buffer.concat(chunks);
    read += length;
    if (read > most) throw new RangeError(`more than ${most} bytes are too many for ${what}`);
    chunks.push(chunk.subarray(0, length));
  }
}
