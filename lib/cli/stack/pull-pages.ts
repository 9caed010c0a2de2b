import { join } from "node:path";
import { openWarcMemberStore } from "../../adapters/files/warc-page-store.ts";
import type { PageIndex } from "../../adapters/page-index.ts";
import type { PageRecord, PageRef } from "../../domain/fetch/page-record.ts";
import { DowserError } from "../../errors.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { RUN_FILES } from "../run/run-database.ts";

/** The records whose answers are fetched, and the place for the answers. */
export interface PulledPages {
  readonly blobs: Pick<BlobStore, "get">;
  readonly records: RecordStore;
  /** Index of the run's segments, without a page yet. */
  readonly index: PageIndex;
  /** Directory of the run. */
  readonly directory: string;
  /** Bytes after which a new segment is begun, when they differ from those of every run. */
  readonly maxSegmentBytes?: number;
}

/**
 * Copies the answer of each record, a page or a response head, from the objects of a stack into the segments of a run, in order
 * of the records. Records get the new place of their answers. Answers that no record names are left
 * out: they are of a batch that was harvested again. Calls `told` for each record. Holds one object
 * at a time: the pages of a batch are recorded one after the other.
 * @throws DowserError `stack-object-damaged`, `page-not-written`
 */
export async function pullPages(
  { blobs, records, index, directory, ...options }: PulledPages,
  told: (record: PageRecord) => void,
): Promise<void> {
  const members = openWarcMemberStore(join(directory, RUN_FILES.pages), { index, ...options });
  const readMember = memberReader(blobs);
  try {
    for await (const record of records.list()) {
      told(record);
      const { url, page, response, fetchedAt } = record;
      const at = page?.ref ?? response;
      if (at === undefined) continue;
      const kind = page === undefined ? "head" : "page";
      const place = await members.put(kind, url, await readMember(at), fetchedAt);
      const ref = { ...place, digest: at.digest };
      const placed = page === undefined ? { response: ref } : { page: { ...page, ref } };
      await records.put({ ...record, ...placed });
    }
  } finally {
    members.close();
  }
}

/** Returns a reader of the members of objects; the object read last is kept. */
function memberReader(blobs: Pick<BlobStore, "get">): (ref: PageRef) => Promise<Buffer> {
  let last: { readonly key: string; readonly bytes: Uint8Array } | undefined;
  return async ({ segment: key, offset, length }) => {
    if (last?.key !== key) last = { key, bytes: await readObject(blobs, key) };
    if (offset + length > last.bytes.length) throw objectDamaged(key, "ends within a page");
    return Buffer.from(last.bytes.buffer, last.bytes.byteOffset + offset, length);
  };
}

async function readObject(blobs: Pick<BlobStore, "get">, key: string): Promise<Uint8Array> {
  const bytes = await blobs.get(key);
  if (bytes === undefined) throw objectDamaged(key, "is gone");
  return bytes;
}

/** Makes the error of an object of a stack whose content has changed. */
export function objectDamaged(key: string, fault: string): DowserError {
  return new DowserError(`the object ${key} of the stack ${fault}`, {
    code: "stack-object-damaged",
    reaction: "stop-crawl",
    value: key,
    hint: "restore it from a version or a copy of the bucket, then run the same command again",
  });
}
