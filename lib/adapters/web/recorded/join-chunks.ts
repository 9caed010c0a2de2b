const LF = 0x0a;

/** The longest line that begins a chunk, in bytes: its extensions are not read. */
const MAX_SIZE_LINE_BYTES = 64;

const SIZE_LINE = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?\r?$/i;

/** A body without its chunks. */
export interface JoinedBody {
  readonly bytes: Buffer;
  /** The last chunk came, without which a body is not whole (RFC 9112 §8). */
  readonly isWhole: boolean;
}

/**
 * Joins the chunks of a recorded body (RFC 9112 §7.1), as far as they go. A body that does not begin
 * with a chunk was joined by its recorder, and stands as it is.
 */
export function joinChunks(body: Buffer): JoinedBody {
  const chunks: Buffer[] = [];
  let at = 0;
  while (at < body.length) {
    const lineEnd = body.indexOf(LF, at);
    const line = body.toString(
      "latin1",
      at,
      Math.min(lineEnd < 0 ? body.length : lineEnd, at + MAX_SIZE_LINE_BYTES),
    );
    const size = SIZE_LINE.exec(line)?.[1];
    if (size === undefined || lineEnd < 0) break;
    const start = lineEnd + 1;
    const end = start + Number.parseInt(size, 16);
    if (end === start) return { bytes: Buffer.concat(chunks), isWhole: true };
    chunks.push(body.subarray(start, end));
    at = body.indexOf(LF, end) + 1 || body.length;
  }
  if (chunks.length === 0) return { bytes: body, isWhole: true };
  return { bytes: Buffer.concat(chunks), isWhole: false };
}
