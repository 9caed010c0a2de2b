import type { FetchedPage } from "../../domain/fetch/fetch-outcome.ts";
import type { PageRef } from "../../domain/fetch/page-record.ts";
import type { Url } from "../../domain/url/url.ts";
import type { PageStore } from "../../ports/page-store.ts";
import { readRecord, type WarcRecord } from "../../warc/read-record.ts";
import { storedPage } from "../../warc/stored-page.ts";
import { gzipRecord, payloadDigest, responseRecord, segmentInfo } from "../../warc/write-warc.ts";
import type { PageIndex, PagePlace, PagesEnd } from "../page-index.ts";
import {
  dropSegmentsAfter,
  openSegment,
  segmentBytes,
  segmentName,
  segmentReaders,
} from "./page-segments.ts";

/**
 * Size at which a segment is closed, in bytes: the size that the WARC standard, annex C, advises.
 */
const MAX_SEGMENT_BYTES = 2 ** 30;

/** The index of a run's pages, and the size of its segments. */
interface WarcPageStoreOptions {
  /** Remains open when the store is closed. */
  readonly index: PageIndex;
  /** Size in bytes from which a new segment is begun. */
  readonly maxSegmentBytes?: number;
}

/** The read operations on stored pages. */
export type PageReader = Pick<PageStore, "get" | "urls" | "close">;

/**
 * Opens a page store of WARC 1.1 segments with one gzip member per page. A page is appended first;
 * then its place is committed. Opening cuts off pages that a crash left unindexed. So no page is
 * stored twice, and no place is without its page. After a power failure the disk may lack indexed
 * pages: these are dropped, and `get` finds nothing.
 */
export function openWarcPageStore(directory: string, options: WarcPageStoreOptions): PageStore {
  const { index, maxSegmentBytes = MAX_SEGMENT_BYTES } = options;
  const reader = pageReader(directory, index);
  const writer = segmentWriter(directory, index, maxSegmentBytes);
  const pending = new Map<Url, Promise<PageRef>>();
  let closed: Promise<void> | undefined;

  async function store(page: FetchedPage, fetchedAt: number): Promise<PageRef> {
    const place = index.find(page.url);
    if (place !== undefined) return reader.ref(place);
    const digest = payloadDigest(page.body);
    const member = responseRecord(page, fetchedAt, digest).then(gzipRecord);
    return { ...refOf(await writer.append(page.url, member, fetchedAt)), digest };
  }

  async function close(): Promise<void> {
    await Promise.allSettled(pending.values());
    writer.close();
    await reader.close();
  }

  return {
    put(page, fetchedAt) {
      const under = pending.get(page.url);
      if (under !== undefined) return under;
      const stored = store(page, fetchedAt).finally(() => pending.delete(page.url));
      pending.set(page.url, stored);
      return stored;
    },
    get: reader.get,
    urls: reader.urls,
    close: () => (closed ??= close()),
  };
}

/** A store of pages that are already members of another WARC file. */
interface MemberStore {
  /**
   * Appends the gzip member of a page that is not stored yet, and returns its place. `fetchedAt` is
   * in ms since the epoch. One call at a time.
   */
  put(url: Url, member: Buffer, fetchedAt: number): Promise<Omit<PageRef, "digest">>;
  close(): void;
}

/**
 * Opens the segments of a run as {@link openWarcPageStore} does, for pages that need only a place.
 */
export function openWarcMemberStore(directory: string, options: WarcPageStoreOptions): MemberStore {
  const { index, maxSegmentBytes = MAX_SEGMENT_BYTES } = options;
  const writer = segmentWriter(directory, index, maxSegmentBytes);
  return {
    put: async (url, member, fetchedAt) =>
      refOf(await writer.append(url, Promise.resolve(member), fetchedAt)),
    close: writer.close,
  };
}

/** Opens the pages of a run for reading, even while a crawl writes them; changes nothing. */
export function openWarcPagesForReading(directory: string, index: PageIndex): PageReader {
  return pageReader(directory, index);
}

function pageReader(
  directory: string,
  index: PageIndex,
): PageReader & { ref(place: PagePlace): Promise<PageRef> } {
  const segments = segmentReaders(directory);
  const read = ({ segment, offset, length }: PagePlace): Promise<WarcRecord> =>
    readRecord({ source: segments.open(segment), offset, length }, Number.MAX_SAFE_INTEGER);
  return {
    async get(url) {
      const place = index.find(url);
      return place && storedPage(url, await read(place));
    },
    async ref(place) {
      return { ...refOf(place), digest: (await read(place)).head.payloadDigest ?? "" };
    },
    async *urls() {
      yield* index.urls();
    },
    async close() {
      segments.close();
    },
  };
}

function refOf({ segment, offset, length }: PagePlace): Omit<PageRef, "digest"> {
  return { segment: segmentName(segment), offset, length };
}

/** Appends members in the order of the calls, however long the compression of each takes. */
function segmentWriter(directory: string, index: PageIndex, maxSegmentBytes: number) {
  const end = indexedEnd(directory, index);
  dropSegmentsAfter(directory, end.segment);
  let segment = openSegment(directory, end.segment, end.offset);
  let last: Promise<unknown> = Promise.resolve();

  async function write(url: Url, member: Promise<Buffer>, fetchedAt: number): Promise<PagePlace> {
    const bytes = await member;
    if (segment.size >= maxSegmentBytes) {
      segment.close();
      segment = openSegment(directory, segment.number + 1, 0);
    }
    if (segment.size === 0)
      segment.append(await segmentInfo(segmentName(segment.number), fetchedAt));
    const place = { segment: segment.number, offset: segment.size, length: bytes.length };
    segment.append(bytes, () => index.add(url, place));
    return place;
  }

  return {
    append(url: Url, member: Promise<Buffer>, fetchedAt: number): Promise<PagePlace> {
      const before = last;
      const written = Promise.allSettled([before, member]).then(() =>
        write(url, member, fetchedAt),
      );
      last = written;
      return written;
    },
    close: () => segment.close(),
  };
}

/** Returns the end of the last indexed page that is still on the disk. */
function indexedEnd(directory: string, index: PageIndex): PagesEnd {
  const end = index.end();
  const bytes = segmentBytes(directory, end.segment);
  if (bytes >= end.offset) return end;
  index.cut(end.segment, bytes);
  return indexedEnd(directory, index);
}
