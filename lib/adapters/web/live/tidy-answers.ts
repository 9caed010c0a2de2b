/** Gives undici, which reads HTTP to the letter, the answers of untidy servers in tidy form. */
import type { Socket } from "node:net";
import {
  headLengthOf,
  MAX_HEAD_BYTES,
  parseRawHead,
  type RawHead,
} from "../../../domain/web/http/answer-head.ts";
import { ChunkedBody } from "../../../domain/web/http/chunked-body.ts";
import { type HeaderList, headerTokens } from "../../../domain/web/http/fetch-outcome.ts";

/** Fields that say where the body ends, and what was done to it on its way. */
const FRAMING: ReadonlySet<string> = new Set(["content-length", "transfer-encoding"]);

/** Undici closes a connection on a 100, which a client must skip (RFC 9110 §15.2), but skips this one. */
const INTERIM = Buffer.from("HTTP/1.1 102 \r\n\r\n");
const LINE_END = Buffer.from("\r\n");
/** Ends a body in chunks. */
const LAST_CHUNK = Buffer.from("0\r\n\r\n");
/** No answer and no chunk: undici says then that the server breaks the protocol. */
const NO_HTTP = Buffer.from("-");

/** Another protocol begins, which undici refuses. */
const SWITCHING = 101;

/**
 * Rewrites what is read from a socket, one answer at a time: each head is read as the recorded web
 * reads it, and written again by the book; chunks are read as curl reads them. An answer with two
 * lengths that differ is refused: a wrong guess would make a part of its body the next answer.
 */
export function tidyAnswers(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  const answers = new AnswerReader();
  let asked = 0;
  socket.read = (size?: number): unknown => {
    for (;;) {
      const bytes: unknown = read(size);
      if (!Buffer.isBuffer(bytes)) return bytes;
      if (socket.bytesWritten !== asked) {
        asked = socket.bytesWritten;
        answers.expect();
      }
      const tidy = answers.read(bytes);
      // Nothing to give yet: a head, or the line before a chunk, goes on in the next bytes.
      if (tidy.length > 0) return tidy;
    }
  };
  return socket;
}

/** Reads an answer as it arrives: its head, those of interim ones before it, and its body. */
class AnswerReader {
  #state: "head" | "as-it-is" | "chunks" = "as-it-is";
  /** The head as far as it is there. */
  #head: Buffer = Buffer.alloc(0);
  #chunks = new ChunkedBody();

  /** The next byte begins an answer. */
  expect(): void {
    this.#state = "head";
    this.#head = Buffer.alloc(0);
  }

  /** Returns the next bytes in tidy form; empty when nothing can be told yet. */
  read(bytes: Buffer): Buffer {
    if (this.#state === "head") return this.#readHead(bytes);
    return this.#state === "chunks" ? this.#readChunks(bytes) : bytes;
  }

  #readHead(bytes: Buffer): Buffer {
    // The blank line may have begun in the bytes before.
    const from = Math.max(0, this.#head.length - 3);
    const block = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const length = headLengthOf(block, lineStartBefore(block, from));
    const isEndless = length === undefined && block.length > MAX_HEAD_BYTES;
    if (length === undefined && !isEndless && mayBegin(block)) {
      this.#head = block;
      return Buffer.alloc(0);
    }
    this.#head = Buffer.alloc(0);
    if (length === undefined) this.#state = "as-it-is";
    const tidy = length === undefined ? undefined : this.#tidyHead(block.subarray(0, length));
    if (tidy === undefined) return block;
    const rest = block.subarray(length);
    return rest.length === 0 ? tidy : Buffer.concat([tidy, this.read(rest)]);
  }

  /** Returns a head by the book, and goes on to what follows it; `undefined` if all is as it is. */
  #tidyHead(block: Buffer): Buffer | undefined {
    this.#state = "as-it-is";
    const asSent = framingByTheBook(block.toString("latin1"));
    if (asSent === "length") return undefined;
    if (asSent === "chunks") return this.#beginChunks(block);
    const head = parseRawHead(block, block.length);
    if (head === undefined || head.status === SWITCHING) return undefined;
    if (head.status < 200) {
      this.#state = "head";
      return INTERIM;
    }
    const framing = framingOf(head.headers);
    if (framing === undefined) return NO_HTTP;
    const tidy = written(head, framing);
    return framing.isChunked ? this.#beginChunks(tidy) : tidy;
  }

  #beginChunks(head: Buffer): Buffer {
    this.#state = "chunks";
    this.#chunks = new ChunkedBody();
    return head;
  }

  #readChunks(bytes: Buffer): Buffer {
    const body = this.#chunks.read(bytes);
    const length = body.reduce((sum, part) => sum + part.length, 0);
    // All that came at once is one chunk.
    const parts =
      length === 0 ? [] : [Buffer.from(`${length.toString(16)}\r\n`), ...body, LINE_END];
    const { state } = this.#chunks;
    if (state === "whole") parts.push(LAST_CHUNK);
    if (state === "broken") parts.push(NO_HTTP);
    if (state === "whole" || state === "broken") this.#state = "as-it-is";
    return Buffer.concat(parts);
  }
}

/** A head by the book; most are. */
const BY_THE_BOOK =
  // oxlint-disable-next-line no-control-regex -- a head by the book has none of these
  /^HTTP\/1\.[01] [2-9]\d\d(?: [^\0-\x08\x0a-\x1f\x7f]*)?\r\n(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[^\0-\x08\x0a-\x1f\x7f]*\r\n)*\r\n$/;
const LENGTHS = /\ncontent-length:([^\r]*)/gi;
const CODINGS = /\ntransfer-encoding:([^\r]*)/gi;

/** Returns how a head by the book ends its body; `undefined` for one that must be written again. */
function framingByTheBook(head: string): "length" | "chunks" | undefined {
  if (!BY_THE_BOOK.test(head)) return undefined;
  const [length, second] = head.matchAll(LENGTHS);
  const [coding, other] = head.matchAll(CODINGS);
  if (coding !== undefined)
    return length === undefined && other === undefined && /^\s*chunked\s*$/i.test(coding[1] ?? "")
      ? "chunks"
      : undefined;
  const isOne = second === undefined && (length === undefined || isLength(length[1]?.trim() ?? ""));
  return isOne ? "length" : undefined;
}

function written({ status, headers, staysOpen }: RawHead, framing: Framing): Buffer {
  const fields = [...headers.filter(([name]) => !FRAMING.has(name)), ...framing.fields];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  const version = staysOpen ? "HTTP/1.1" : "HTTP/1.0";
  return Buffer.from(`${version} ${status} \r\n${lines.join("")}\r\n`, "latin1");
}

/** How the end of a body is told, with the fields that say so. */
interface Framing {
  readonly isChunked: boolean;
  readonly fields: HeaderList;
}

/** Returns how a body ends (RFC 9112 §6.3); `undefined` where the fields contradict each other. */
function framingOf(headers: HeaderList): Framing | undefined {
  const codings = headerTokens(headers, "transfer-encoding").filter((name) => name !== "identity");
  const lengths = new Set(headerTokens(headers, "content-length").filter(isLength));
  if (codings.length > 0) return transferred(codings, lengths.size > 0);
  if (lengths.size > 1) return undefined;
  const fields = Array.from(lengths, (length) => ["content-length", length] as const);
  return { isChunked: false, fields };
}

/**
 * Transfer codings win over a length. Those but chunks are undone as content codings are; an answer
 * with a length as well may not be followed by another one on its connection.
 */
function transferred(codings: readonly string[], hasLength: boolean): Framing {
  const isChunked = codings.includes("chunked");
  const others = codings.filter((name) => name !== "chunked");
  const fields: (readonly [string, string])[] = [];
  if (isChunked) fields.push(["transfer-encoding", "chunked"]);
  if (others.length > 0) fields.push(["content-encoding", others.join(", ")]);
  if (hasLength || !isChunked) fields.push(["connection", "close"]);
  return { isChunked, fields };
}

/** Checks for a length; what is none is not read, as in browsers. */
function isLength(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

/** Checks whether bytes may begin an answer: others are no head, however long one waits. */
function mayBegin(block: Buffer): boolean {
  const start = block
    .toString("latin1", 0, 64)
    .replace(/^[\r\n]+/, "")
    .slice(0, 5)
    .toUpperCase();
  return "HTTP/".startsWith(start) || "ICY ".startsWith(start.slice(0, 4)) || start === "HTTP ";
}

function lineStartBefore(block: Buffer, at: number): number {
  return block.lastIndexOf(0x0a, at) + 1;
}
