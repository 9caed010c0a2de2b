import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import * as z from "zod/mini";
import type { HarvestedLink, LinkOutcome } from "../crawl/link-result.ts";
import type { Usage } from "../domain/cost/cost.ts";
import type { FileFacts, PageRef, PageVerdict } from "../domain/page/page-record.ts";
import type { PageStructure } from "../domain/page/page-structure.ts";
import { FEATURE_KEYS } from "../features/lists.ts";
import {
  type BatchNotice,
  leaseSchema,
  malformed,
  maybe,
  offeredLinkSchema,
  paceSchema,
  readJson,
  urlSchema,
} from "./batch-message.ts";
import { parsed } from "./parsed.ts";
import { usageSchema } from "./stack-state.ts";

/** The result of a batch. */
export interface BatchResult extends ResultHead {
  /**
   * One result per lease, in the order in which they ended. Each is read when it is asked for: the
   * links that a batch finds may not fit into memory.
   */
  readonly harvested: Iterable<HarvestedLink>;
}

interface ResultHead extends BatchNotice {
  /** The resources that harvesting used, except for storing and reporting this result. */
  readonly usage: Usage;
}

const headSchema: z.ZodMiniType<ResultHead> = z.object({
  id: z.string(),
  crawl: z.string(),
  usage: usageSchema,
});

const recordRefShape = { segment: z.string(), offset: z.number(), length: z.number() };

/** Schema of the place of a stored response. */
export const refSchema: z.ZodMiniType<PageRef> = z.object({
  ...recordRefShape,
  digest: z.string(),
  body: z.exactOptional(z.object(recordRefShape)),
});

/** Evidence of a strategy, which no part of the stack reads. */
const structureSchema = z.custom<PageStructure>(
  (value) => typeof value === "object" && value !== null && "paths" in value && "links" in value,
  "expected a page structure",
);

const fileSchema: z.ZodMiniType<FileFacts> = z.object({
  mediaType: z.string(),
  isRead: z.boolean(),
  declaredBytes: z.exactOptional(z.number()),
});

const fieldsSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

const savedValue = z.union([z.string(), z.number(), z.boolean(), z.object({ time: z.number() })]);
const savedSchema = z.record(z.string(), z.union([savedValue, z.array(savedValue)]));

/** Schema of what was found on a page. */
export const verdictSchema: z.ZodMiniType<PageVerdict> = z.object({
  ref: maybe(refSchema),
  mediaType: z.string(),
  bodyBytes: z.number(),
  title: z.string(),
  language: maybe(z.string()),
  languageBy: z.exactOptional(z.enum(["detected", "corrected"])),
  utility: z.number(),
  isTarget: z.boolean(),
  type: maybe(z.string()),
  model: z.string(),
  why: z.string(),
  fields: fieldsSchema,
  saved: z.exactOptional(savedSchema),
  ...FEATURE_KEYS.page,
  file: z.exactOptional(fileSchema),
  links: z.number(),
  unusableLinks: z.record(z.string(), z.number()),
  formLinks: z.exactOptional(z.record(z.string(), z.number())),
  outlinks: maybe(z.array(urlSchema)),
  structure: maybe(structureSchema),
  truncated: maybe(z.string()),
});

const outcomeSchema: z.ZodMiniType<LinkOutcome> = z.object({
  state: z.enum(["fetched", "refused", "failed"]),
  reason: z.string(),
  detail: maybe(z.string()),
  status: maybe(z.number()),
  ...FEATURE_KEYS.record,
  page: maybe(verdictSchema),
  print: z.exactOptional(z.number()),
  location: maybe(urlSchema),
  response: z.optional(refSchema),
  links: z.array(offeredLinkSchema),
});

const harvestedSchema: z.ZodMiniType<HarvestedLink> = z.object({
  lease: leaseSchema,
  pace: paceSchema,
  fetchedAt: z.number(),
  fetchMs: z.number(),
  address: z.exactOptional(z.string()),
  result: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("done"), outcome: outcomeSchema }),
    z.object({
      kind: z.literal("again"),
      reason: z.string(),
      notBefore: z.number(),
      countsAsAttempt: z.boolean(),
    }),
  ]),
});

/** Returns the key under which the result of a batch is stored. */
export function resultKey({ crawl, id }: BatchNotice): string {
  return `batches/${crawl}/${id}.result.zst`;
}

/**
 * Text that is compressed together, in UTF-16 units: a larger piece is hardly smaller, and is in
 * memory whole.
 */
const PIECE_LENGTH = 1_000_000;

/** Number of bytes that hold the length of the piece behind them. */
const LENGTH_BYTES = 4;

/**
 * Writes a result while it arrives. Added results are kept compressed: a page of a thousand links
 * takes some KB.
 */
export class ResultWriter {
  readonly #pieces: Uint8Array[] = [];
  #lines = "";

  add(harvested: HarvestedLink): void {
    this.#lines += `${JSON.stringify(harvested)}\n`;
    if (this.#lines.length >= PIECE_LENGTH) this.#compress();
  }

  /** Returns the whole result as bytes. */
  end(head: ResultHead): Uint8Array {
    if (this.#lines !== "") this.#compress();
    return Buffer.concat([...piece(JSON.stringify(head)), ...this.#pieces]);
  }

  #compress(): void {
    this.#pieces.push(...piece(this.#lines));
    this.#lines = "";
  }
}

/**
 * Reads the result that is stored under `key`. Links are checked one by one, when they are asked
 * for.
 * @throws DowserError `message-malformed`, also while links are read
 */
export function parseResult(bytes: Uint8Array, key: string): BatchResult {
  const what = `the result ${key}`;
  const head = readJson(() => piecesOf(bytes).next().value ?? "", what, "");
  const result = parsed(headSchema, head, malformed(what, ""));
  return { ...result, harvested: { [Symbol.iterator]: () => harvestedOf(bytes, key) } };
}

function* harvestedOf(bytes: Uint8Array, key: string): Generator<HarvestedLink> {
  for (const lines of piecesOf(bytes).drop(1)) {
    for (const line of lines.split("\n")) {
      if (line === "") continue;
      const what = `a link of ${key}`;
      const value = readJson(() => line, what, line);
      yield parsed(harvestedSchema, value, malformed(what, line));
    }
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
