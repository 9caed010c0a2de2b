import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import * as z from "zod/mini";
import { type Lease, turnOf } from "../domain/frontier/link.ts";
import { type DowserError, fail } from "../errors.ts";
import { leaseSchema } from "./link-schemas.ts";
import { type Flaw, parsed } from "./parsed.ts";

const name = z.string().check(z.minLength(1));

/** Links for one harvester, each host's in order of their start times. */
export interface HarvestBatch {
  /** Unique among the batches of a stack. */
  readonly id: string;
  readonly crawl: string;
  /** Key of the plan bundle. */
  readonly plan: string;
  /** The model that judges: its content hash, and the number of pages it was trained on. */
  readonly model: { readonly hash: string; readonly pages: number };
  readonly leases: readonly Lease[];
  /** Set in a recrawl: what its links were at their last visits is stored with it. */
  readonly recrawls?: true;
}

/** A notice for the planner that the result of a batch is there. */
export interface BatchNotice {
  readonly id: string;
  readonly crawl: string;
}

const noticeShape = { id: name, crawl: name };

const noticeSchema: z.ZodMiniType<BatchNotice> = z.object(noticeShape);

const batchSchema: z.ZodMiniType<HarvestBatch> = z.object({
  ...noticeShape,
  plan: name,
  model: z.object({ hash: name, pages: z.number() }),
  leases: z.array(leaseSchema),
  recrawls: z.exactOptional(z.literal(true)),
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
