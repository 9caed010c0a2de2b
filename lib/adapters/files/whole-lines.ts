import type { FileHandle } from "node:fs/promises";

const LINE_FEED = 0x0a;

/**
 * Returns the bytes of the complete lines, up to the last line feed: a crash may cut the last line
 * short.
 */
export function wholeLines(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1);
}

/** Returns whether a file that ends with this byte ends with a complete line. */
export function endsLine(byte: number | undefined): boolean {
  return byte === LINE_FEED;
}

/**
 * Appends lines to a file that is open for it. They are one write, so that lines which others append at
 * the same time are never among them: `appendFile` writes half a megabyte at a time.
 */
export async function appendLines(handle: FileHandle, lines: string): Promise<void> {
  let left = Buffer.from(lines);
  while (left.length > 0) {
    // Less is written only where the disk is full, which the next write says.
    const { bytesWritten } = await handle.write(left);
    left = left.subarray(bytesWritten);
  }
}

/** Returns what `read` returns, or `undefined` when there is no file; rethrows other errors. */
export async function ifThere<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
