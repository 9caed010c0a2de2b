const LINE_FEED = 0x0a;

/** The bytes of the lines that a crash did not cut short: up to the last line feed. */
export function wholeLines(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1);
}

/** Does a file that ends with this byte end with a whole line? */
export function endsLine(byte: number | undefined): boolean {
  return byte === LINE_FEED;
}

/** What is read of a file, `undefined` where there is no file; other troubles are thrown on. */
export async function ifThere<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
