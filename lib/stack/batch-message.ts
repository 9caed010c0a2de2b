/** Messages between planner and harvesters, as they are packed, checked and read. */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import * as z from "zod/mini";
import {
  type FrontierLink,
  type Lease,
  type OfferedLink,
  type Snippet,
  turnOf,
} from "../domain/frontier/link.ts";
import type { HostPace } from "../domain/web/politeness/crawl-delay.ts";
import type { Host, Url } from "../domain/web/url/url.ts";
import { type DowserError, fail } from "../errors.ts";
import { FEATURE_STACK_KEYS } from "../features/lists.ts";
import { type Flaw, parsed } from "./parsed.ts";

const name = z.string().check(z.minLength(1));

const batchKeys = z.object(FEATURE_STACK_KEYS.batch);

/** Links for one harvester, each host's in order of their start times. */
export interface HarvestBatch extends z.output<typeof batchKeys> {
  /** Unique among the batches of a stack. */
  readonly id: string;
  readonly crawl: string;
  /** Key of the plan bundle. */
  readonly plan: string;
  /** The model that judges: its content hash, and the number of pages it was trained on. */
  readonly model: { readonly hash: string; readonly pages: number };
  readonly leases: readonly Lease[];
}

/** A notice for the planner that the result of a batch is there. */
export interface BatchNotice {
  readonly id: string;
  readonly crawl: string;
}

const noticeShape = { id: name, crawl: name };

const noticeSchema: z.ZodMiniType<BatchNotice> = z.object(noticeShape);

/** Schema of a canonical URL. */
export const urlSchema = z.custom<Url>(isText, "expected a URL");

const hostSchema = z.custom<Host>(isText, "expected a host");

/** Schema of the pace of a host. */
export const paceSchema: z.ZodMiniType<HostPace> = z.object({
  delayMs: z.number(),
  baseDelayMs: z.number(),
  crawlDelayMs: z.number(),
  consecutiveFailures: z.number(),
  notBefore: z.number(),
});

/** Schema of the snippet of a link. */
export const snippetSchema: z.ZodMiniType<Snippet> = z.object({
  anchor: z.string(),
  before: z.string(),
  after: z.string(),
  title: z.string(),
  inherited: z.exactOptional(z.number()),
  shortfall: z.exactOptional(z.number()),
  query: z.exactOptional(z.string()),
  place: z.exactOptional(z.string()),
  listed: z.exactOptional(z.literal(true)),
  advice: z.exactOptional(z.number()),
});

/** The fields of a link in every message. */
const link = {
  url: urlSchema,
  host: hostSchema,
  priority: z.number(),
  group: z.string(),
  depth: z.number(),
  redirects: z.number(),
  parent: maybe(urlSchema),
  snippet: maybe(snippetSchema),
  why: z.string(),
  model: z.string(),
};

const frontierLinkSchema: z.ZodMiniType<FrontierLink> = z.object({
  ...link,
  sequence: z.number(),
  attempts: z.number(),
});

/** Schema of a lease. */
export const leaseSchema: z.ZodMiniType<Lease> = z.object({
  id: z.string(),
  link: frontierLinkSchema,
  pace: paceSchema,
  startAt: z.number(),
  expiresAt: z.number(),
  layer: z.number(),
  server: z.exactOptional(z.number()),
  notFound: z.exactOptional(z.array(z.number())),
});

const batchSchema: z.ZodMiniType<HarvestBatch> = z.object({
  ...noticeShape,
  plan: name,
  model: z.object({ hash: name, pages: z.number() }),
  leases: z.array(leaseSchema),
  ...batchKeys.shape,
});

/** Longest part of a message that an error quotes, in UTF-16 units. */
const MAX_QUOTED = 200;

/** Longest message that SQS takes, in bytes. */
const MOST_BYTES = 256 * 1_024;

/** A batch, and the text of its message. */
export interface BatchMessage {
  readonly batch: HarvestBatch;
  readonly text: string;
}

/**
 * Writes a batch as a message, or as several when one would be too long: a message holds some
 * hundred links.
 */
export function batchMessages(batch: HarvestBatch): BatchMessage[] {
  const text = zstdCompressSync(JSON.stringify(batch)).toString("base64");
  const hosts = [...Map.groupBy(batch.leases, turnOf).values()];
  // The links of one host stay together: no other harvester may ask that host meanwhile.
  if (text.length <= MOST_BYTES || hosts.length === 1) return [{ batch, text }];
  const half = hosts.length >> 1;
  return [
    ...batchMessages({ ...batch, id: `${batch.id}a`, leases: hosts.slice(0, half).flat() }),
    ...batchMessages({ ...batch, id: `${batch.id}b`, leases: hosts.slice(half).flat() }),
  ];
}

/**
 * Reads a batch.
 * @throws DowserError `message-malformed`
 */
export function parseBatch(text: string): HarvestBatch {
  const unpack = () => zstdDecompressSync(Buffer.from(text, "base64")).toString();
  const value = readJson(unpack, "a batch", text);
  return parsed(batchSchema, value, malformed("a batch", text));
}

/** Writes the notice of a batch as text. */
export function noticeText({ id, crawl }: BatchNotice): string {
  return JSON.stringify({ id, crawl });
}

/**
 * Reads a notice.
 * @throws DowserError `message-malformed`
 */
export function parseNotice(text: string): BatchNotice {
  const what = "the notice of a result";
  return parsed(
    noticeSchema,
    readJson(() => text, what, text),
    malformed(what, text),
  );
}

/**
 * Reads the JSON of a message; quotes `text` when it is not JSON.
 * @throws DowserError `message-malformed`
 */
export function readJson(read: () => string, what: string, text: string): unknown {
  try {
    return JSON.parse(read());
  } catch (cause) {
    throw malformed(what, text, cause)({ path: ".", message: "is not JSON" });
  }
}

/** Makes the error of a message in another form; `text` is quoted from its beginning. */
export function malformed(
  what: string,
  text: string,
  cause?: unknown,
): (flaw: Flaw) => DowserError {
  return ({ path, message }) =>
    fail("message-malformed", { what, path, message, value: text.slice(0, MAX_QUOTED) }, cause);
}

/** Number of bytes that hold the length of the head. */
const LENGTH_BYTES = 4;

/** Packs pieces in order, each with a name, behind a head that lists them. */
export function packPieces(
  pieces: readonly (readonly [name: string | number, bytes: Uint8Array])[],
): Buffer {
  const head = Buffer.from(JSON.stringify(pieces.map(([name, bytes]) => [name, bytes.length])));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...pieces.map(([, bytes]) => bytes)]);
}

/**
 * Yields packed pieces in order, without copying them. `what` names the object in errors.
 * @throws DowserError `message-malformed`
 */
export function* unpackPieces<Name extends string | number>(
  bytes: Uint8Array,
  name: z.ZodMiniType<Name>,
  what: string,
): Generator<readonly [name: Name, piece: Buffer]> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = LENGTH_BYTES + all.readUInt32LE(0);
  const text = all.subarray(LENGTH_BYTES, at).toString();
  const head = parsed(
    z.array(z.tuple([name, z.number()])),
    readJson(() => text, what, text),
    malformed(what, text),
  );
  for (const [each, length] of head) {
    yield [each, all.subarray(at, at + length)];
    at += length;
  }
}

/*
 * Schemas of the links that processes of a stack send each other. Only the stack's own functions
 * write them: a URL in them was parsed before, and is not parsed again.
 */

/** Makes the schema of a value that JSON leaves out when it is undefined. */
export function maybe<Value>(schema: z.ZodMiniType<Value>): z.ZodMiniType<Value | undefined> {
  return z.pipe(
    z.optional(schema),
    z.transform((value: Value | undefined) => value),
  );
}

const quotaSchema = z.object({
  key: z.string(),
  limit: z.number(),
  rule: z.string(),
  counts: z.exactOptional(z.enum(["hosts", "domain"])),
});

/** Schema of a link on its way into the frontier. */
export const offeredLinkSchema: z.ZodMiniType<OfferedLink> = z.object({
  ...link,
  quotas: z.array(quotaSchema),
  refusedBy: maybe(z.string()),
});

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
