/** Stored pages and models as objects of a blob store. */
import type { PageRef } from "../../domain/page/page-record.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { ModelStore } from "../../ports/model-store.ts";
import type { PackedAnswer, PageStore } from "../../ports/page-store.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { modelHash } from "../model-hash.ts";
import { headOnly, readPageAt, type StoredResponse } from "../warc/stored-page.ts";
import { packAnswer, segmentInfo } from "../warc/write-warc.ts";

/** Answers that are stored together in one object. */
interface PageSegment extends Pick<PageStore, "put" | "putHead"> {
  /** Stores the object if it has an answer; durable when the promise resolves. */
  close(): Promise<void>;
}

/**
 * Begins an object for answers: a WARC 1.1 file with one gzip member per answer. Its key must be
 * unique. Until the segment is closed its answers are in memory only.
 */
export function beginPageSegment(blobs: Pick<BlobStore, "putNew">, key: string): PageSegment {
  const members: Uint8Array[] = [];
  const refs = new Map<Url, Promise<PageRef>>();
  const heads = new Map<Url, Promise<PageRef>>();
  let end = 0;
  let info: Promise<Buffer> | undefined;

  function append(member: Uint8Array): number {
    members.push(member);
    end += member.length;
    return end - member.length;
  }

  async function add(
    answer: StoredResponse,
    fetchedAt: number,
    given?: PackedAnswer,
  ): Promise<PageRef> {
    info ??= segmentInfo(key, fetchedAt);
    const packed: PackedAnswer = given ?? (await packAnswer(answer, fetchedAt));
    const { digest, member, body } = packed;
    const head = await info;
    if (members.length === 0) append(head);
    const place = { segment: key, offset: append(member), length: member.length, digest };
    return body === undefined ? place : { ...place, body };
  }

  return {
    put(page, fetchedAt, packed) {
      const ref = refs.get(page.url) ?? add(page, fetchedAt, packed);
      refs.set(page.url, ref);
      return ref;
    },
    putHead(url, head, fetchedAt, whole) {
      const ref = heads.get(url) ?? add(whole ?? headOnly(url, head), fetchedAt);
      heads.set(url, ref);
      return ref;
    },
    async close() {
      await Promise.all([...refs.values(), ...heads.values()]);
      if (members.length === 0) return;
      if (await blobs.putNew(key, Buffer.concat(members))) return;
      throw fail("segment-taken", { key });
    },
  };
}

/** Creates a reader of stored pages, which it finds by the places in their records. */
export function blobPageReader(
  blobs: Pick<BlobStore, "get">,
  records: Pick<RecordStore, "get">,
): Pick<PageStore, "get"> {
  return {
    async get(url) {
      const ref = (await records.get(url))?.page?.ref;
      return ref && readPageAt(url, ref, (segment, range) => blobs.get(segment, range));
    },
  };
}

/** Creates a model store over objects, each under its hash. */
export function createBlobModelStore(blobs: Pick<BlobStore, "putNew" | "get">): ModelStore {
  return {
    async put(json) {
      const hash = modelHash(json);
      await blobs.putNew(keyOf(hash), new TextEncoder().encode(json));
      return hash;
    },
    ...blobModelReader(blobs),
  };
}

/** Creates a reader of models that were stored this way. */
export function blobModelReader(blobs: Pick<BlobStore, "get">): Pick<ModelStore, "get"> {
  return {
    async get(hash) {
      const bytes = await blobs.get(keyOf(hash));
      return bytes && new TextDecoder().decode(bytes);
    },
  };
}

function keyOf(hash: string): string {
  return `models/${hash.slice("sha256:".length)}.json`;
}
