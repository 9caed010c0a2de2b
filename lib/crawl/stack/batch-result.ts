import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Usage } from "../../domain/bill/usage.ts";
import type { HarvestedLink } from "../harvest-link.ts";
import type { BatchNotice } from "./harvest-batch-message.ts";

/** What came of a batch. */
export interface BatchResult extends ResultHead {
  /**
   * One a lease, in the order in which they ended. Each is read when it is asked for: the links that a
   * batch finds may be more than memory takes.
   */
  readonly harvested: Iterable<HarvestedLink>;
}

interface ResultHead extends BatchNotice {
  /** What harvesting used, but for storing and telling this. */
  readonly usage: Usage;
}

/** Where the result of a batch lies. */
export function resultKey({ crawl, id }: BatchNotice): string {
  return `batches/${crawl}/${id}.result.zst`;
}

/** Text that is compressed together, in UTF-16 units: a larger piece is hardly smaller, and in memory whole. */
const PIECE_LENGTH = 1_000_000;

/** Bytes that say how long the piece behind them is. */
const LENGTH_BYTES = 4;

/** Writes a result while it comes. What was added is kept compressed: a page of a thousand links takes some KB. */
export class ResultWriter {
  readonly #pieces: Uint8Array[] = [];
  #lines = "";

  add(harvested: HarvestedLink): void {
    this.#lines += `${JSON.stringify(harvested)}\n`;
    if (this.#lines.length >= PIECE_LENGTH) this.#compress();
  }

  /** The whole result as bytes. */
  end(head: ResultHead): Uint8Array {
    if (this.#lines !== "") this.#compress();
    return Buffer.concat([...piece(JSON.stringify(head)), ...this.#pieces]);
  }

  #compress(): void {
    this.#pieces.push(...piece(this.#lines));
    this.#lines = "";
  }
}

export function parseResult(bytes: Uint8Array): BatchResult {
  const [head = ""] = piecesOf(bytes);
  const result: ResultHead = JSON.parse(head);
  return { ...result, harvested: { [Symbol.iterator]: () => harvestedOf(bytes) } };
}

function* harvestedOf(bytes: Uint8Array): Generator<HarvestedLink> {
  for (const lines of piecesOf(bytes).drop(1)) {
    for (const line of lines.split("\n")) if (line !== "") yield JSON.parse(line);
  }
}

function piece(text: string): [length: Uint8Array, compressed: Uint8Array] {
  const compressed = zstdCompressSync(text);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(compressed.length);
  return [length, compressed];
}

function* piecesOf(bytes: Uint8Array): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < buffer.length; ) {
    const begin = at + LENGTH_BYTES;
    at = begin + buffer.readUInt32LE(at);
    yield zstdDecompressSync(buffer.subarray(begin, at)).toString();
  }
}
