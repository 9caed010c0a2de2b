import type { Socket } from "node:net";

const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const ZERO = 0x30;
const ONE = 0x31;
const TWO = 0x32;

/** Begins a status line, before the minor version. */
const PROTOCOL = Buffer.from("HTTP/1.", "latin1");

/** Positions in a status line, `HTTP/1.1 100`. */
const MINOR_VERSION = 7;
const LAST_DIGIT = 11;

/**
 * Lets undici read responses that begin with `100 Continue`, which a client must skip (RFC 9110
 * §15.2). It closes such a connection but skips other interim responses, so the 100 that it is
 * given is a 102. Nothing else changes: which bytes are heads and bodies is still undici's finding.
 */
export function allowContinue(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  const heads = new InterimHeads();
  let asked = 0;
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk)) return chunk;
    if (socket.bytesWritten !== asked) {
      asked = socket.bytesWritten;
      heads.expect();
    }
    heads.rewrite(chunk);
    return chunk;
  };
  return socket;
}

/** Follows the heads of interim responses before the final one. */
class InterimHeads {
  #state: "status" | "fields" | "done" = "done";
  /** Position in the status line, and line feeds in a row in the fields. */
  #position = 0;
  #isRound = false;

  /** The next byte begins a response. */
  expect(): void {
    this.#state = "status";
    this.#position = 0;
  }

  rewrite(chunk: Buffer): void {
    for (let index = 0; index < chunk.length && this.#state !== "done"; index++) {
      const byte = chunk[index] ?? 0;
      if (this.#state === "fields") this.#readField(byte);
      else if (this.#readStatus(byte)) chunk[index] = TWO;
    }
  }

  /** Reads a byte of a status line; returns whether it is the last of a 100. */
  #readStatus(byte: number): boolean {
    const at = this.#position;
    if (at === 0 && (byte === CR || byte === LF)) return false;
    this.#position++;
    if (at === LAST_DIGIT) {
      this.#state = "fields";
      this.#position = 0;
      return this.#isRound && byte === ZERO;
    }
    if (at === LAST_DIGIT - 1) this.#isRound = byte === ZERO;
    else if (!isInterimStatus(at, byte)) this.#state = "done";
    return false;
  }

  /** An empty line ends the head; an interim response has no body. */
  #readField(byte: number): void {
    if (byte === CR) return;
    this.#position = byte === LF ? this.#position + 1 : 0;
    if (this.#position === 2) this.expect();
  }
}

function isInterimStatus(at: number, byte: number): boolean {
  if (at < MINOR_VERSION) return byte === PROTOCOL[at];
  if (at === MINOR_VERSION) return true;
  return byte === (at === MINOR_VERSION + 1 ? SPACE : ONE);
}
