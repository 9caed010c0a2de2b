/** Reads bodies in chunks (RFC 9112 §7.1) as curl does: of untidy ones as much as can be told. */

const LF = 0x0a;
const CR = 0x0d;

/** Longest line between chunks, in bytes: extensions and trailers are not read. */
const MAX_LINE_BYTES = 4_096;

/** A size, whatever blanks stand around it, and extensions, which are not read. */
const SIZE_LINE = /^[ \t]*([0-9a-f]{1,8})[ \t]*(?:;|$)/i;

/** What is known of a body after some of its bytes. */
type ChunkState = "size" | "data" | "after" | "trailer" | "whole" | "broken";

/** Joins the chunks of a body, whose bytes arrive in parts of any length. */
export class ChunkedBody {
  #state: ChunkState = "size";
  /** Bytes of the chunk that are still to come. */
  #left = 0;
  /** The line that is read now, as far as it is there. */
  #line = "";
  #chunks = 0;

  /** `whole` after the last chunk and its trailers; `broken` from bytes on that are no chunk. */
  get state(): ChunkState {
    return this.#state;
  }

  /** How many chunks have begun. */
  get chunks(): number {
    return this.#chunks;
  }

  /** Reads the next bytes; returns those of the body, which are parts of `bytes`. */
  read(bytes: Buffer): readonly Buffer[] {
    const body: Buffer[] = [];
    let at = 0;
    while (at < bytes.length && this.#state !== "whole" && this.#state !== "broken") {
      if (this.#state === "data") {
        const part = bytes.subarray(at, at + this.#left);
        body.push(part);
        at += part.length;
        this.#left -= part.length;
        if (this.#left === 0) this.#state = "after";
      } else if (this.#state === "after" && !isLineEnd(bytes[at])) {
        this.#state = "broken";
      } else {
        at = this.#readLine(bytes, at);
      }
    }
    return body;
  }

  /** Reads a line, or what there is of it; returns where the next bytes begin. */
  #readLine(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(LF, at);
    const until = end < 0 ? bytes.length : end;
    this.#line += bytes.toString("latin1", at, Math.min(until, at + MAX_LINE_BYTES + 1));
    if (this.#line.length > MAX_LINE_BYTES) this.#state = "broken";
    else if (end >= 0) {
      this.#take(this.#line.endsWith("\r") ? this.#line.slice(0, -1) : this.#line);
      this.#line = "";
    }
    return until + 1;
  }

  #take(line: string): void {
    // The line end after a chunk has nothing before it.
    if (this.#state === "after") {
      this.#state = line === "" ? "size" : "broken";
    } else if (this.#state === "trailer") {
      if (line === "") this.#state = "whole";
    } else {
      const size = SIZE_LINE.exec(line)?.[1];
      this.#left = Number.parseInt(size ?? "0", 16);
      if (size === undefined) this.#state = "broken";
      else {
        this.#chunks += 1;
        this.#state = this.#left === 0 ? "trailer" : "data";
      }
    }
  }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === CR || byte === LF;
}
