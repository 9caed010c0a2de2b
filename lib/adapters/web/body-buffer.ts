/** Bytes reserved for a body at first: most pages fit after a doubling or two. */
const FIRST_BYTES = 16_384;

/** A body as it arrives, of which no more than a limit is kept. */
export interface BodyBuffer {
  /** Takes a chunk's bytes, not the chunk: it may be reused. False once the limit is passed. */
  append(chunk: Uint8Array): boolean;
  /** What was kept, without a copy: nothing may be appended after. */
  bytes(): Uint8Array;
}

/**
 * Collects at most `limitBytes` of a body. One growing buffer and not a list of chunks: a server that
 * sends single bytes would make each cost a hundred.
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
