import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import * as z from "zod/mini";
import { packUnchanged } from "../adapters/warc/pack-unchanged.ts";
import { readPageAt } from "../adapters/warc/stored-page.ts";
import { payloadDigest } from "../adapters/warc/write-warc.ts";
import type { RecordRef } from "../domain/page/page-record.ts";
import type { Url } from "../domain/web/url/url.ts";
import { fail } from "../errors.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { EarlierVisits, KnownVisit, KnownVisits } from "../ports/earlier-visits.ts";
import {
  type HarvestBatch,
  malformed,
  maybe,
  packPieces,
  readJson,
  snippetSchema,
  unpackPieces,
  urlSchema,
} from "./batch-message.ts";
import { refSchema, verdictSchema } from "./batch-result.ts";
import { parsed } from "./parsed.ts";

const visitSchema: z.ZodMiniType<KnownVisit> = z.object({
  record: z.object({
    url: urlSchema,
    reason: z.string(),
    location: maybe(urlSchema),
    depth: z.number(),
    snippet: maybe(snippetSchema),
    page: maybe(verdictSchema),
    print: z.exactOptional(z.number()),
    response: z.optional(refSchema),
  }),
  storedAt: z.number(),
});

/** Returns the key of what a batch's links were before, which expires with the results of batches. */
export function visitsKey({ crawl, id }: Pick<HarvestBatch, "crawl" | "id">): string {
  return `batches/${crawl}/before-${id}.zst`;
}

/**
 * Stores what the links of a batch were at their last visits. It is an object and no part of the message,
 * since the records of some strategies are longer than a message may be.
 */
export async function storeVisits(
  blobs: Pick<BlobStore, "putNew">,
  earlier: Pick<KnownVisits, "visit">,
  batch: HarvestBatch,
): Promise<void> {
  const visits: [url: Url, bytes: Buffer][] = [];
  for (const { link } of batch.leases) {
    const visit = await earlier.visit(link.url);
    if (visit !== undefined) visits.push([link.url, Buffer.from(JSON.stringify(visit))]);
  }
  await blobs.putNew(visitsKey(batch), zstdCompressSync(packPieces(visits)));
}

/**
 * Reads what the links of a batch were at their last visits. Each is parsed when it is asked for, and its
 * page is read then: all of them may not fit into memory.
 * @throws DowserError `visits-gone`, `message-malformed`
 */
export async function readVisits(
  blobs: Pick<BlobStore, "get">,
  batch: Pick<HarvestBatch, "crawl" | "id">,
): Promise<EarlierVisits> {
  const key = visitsKey(batch);
  const bytes = await blobs.get(key);
  if (bytes === undefined) throw fail("visits-gone", { key });
  const visits = new Map(unpackPieces(zstdDecompressSync(bytes), urlSchema, `the visits ${key}`));
  return {
    async last(url) {
      const text = visits.get(url)?.toString();
      if (text === undefined) return undefined;
      const what = `a visit of ${key}`;
      const value = readJson(() => text, what, text);
      const visit = parsed(visitSchema, value, malformed(what, text));
      const ref = visit.record.page?.ref;
      const read = (segment: string, range: Omit<RecordRef, "segment">) =>
        blobs.get(segment, range);
      return { ...visit, page: ref && (await readPageAt(url, ref, read)) };
    },
    digestOf: payloadDigest,
    async pack({ record, page, storedAt }, answer) {
      const ref = record.page?.ref;
      if (page === undefined || ref === undefined)
        throw new RangeError(`${record.url} has no page`);
      const { segment, offset, length, digest, body = { segment, offset, length } } = ref;
      return { ...(await packUnchanged({ page, digest, storedAt }, answer)), body };
    },
  };
}
