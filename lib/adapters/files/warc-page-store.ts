import { join } from "node:path";
import type { PageRef, StoredKind } from "../../domain/page/page-record.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import type { PackedAnswer, PageStore } from "../../ports/page-store.ts";
import type { PageIndex, PagePlace } from "../page-index.ts";
import { textsLine, textsOfLine } from "../page-texts.ts";
import {
  headOnly,
  originalOf,
  readRecord,
  revisitedPage,
  type StoredBody,
  storedPage,
  type WarcRecord,
} from "../warc/stored-page.ts";
import {
  packAnswer,
  packRendered,
  packRevisit,
  payloadDigest,
  type SameBody,
  segmentInfo,
} from "../warc/write-warc.ts";
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
  /** Whether a body that was stored under another URL is stored as a `revisit`, without the body. */
  readonly storesOnce?: boolean;
  readonly earlier?: EarlierPages | undefined;
}

/** Returns a page as an earlier run stored it, for records that refer to its body. */
export type EarlierPages = (url: Url) => Promise<FetchedPage | undefined>;

/** The read operations on stored pages. */
export type PageReader = Pick<PageStore, "get" | "texts" | "urls" | "close">;

/**
 * Opens a page store of WARC 1.1 segments with one gzip member per answer. An answer is appended
 * first; then its place is committed. Opening cuts off answers that a crash left unindexed. So no
 * answer is stored twice, and no place is without its answer. Files that lost a part must be
 * repaired before: see `find-lost-answers.ts`.
 */
export function openWarcPageStore(directory: string, options: WarcPageStoreOptions): PageStore {
  const { index, maxSegmentBytes = MAX_SEGMENT_BYTES, storesOnce = false } = options;
  const reader = pageReader(directory, index, options.earlier);
  const writer = segmentWriter(directory, index, maxSegmentBytes);
  const bodies = new StoredBodies(storesOnce);
  const pending = {
    page: new Map<Url, Promise<PageRef>>(),
    rendered: new Map<Url, Promise<PageRef>>(),
    head: new Map<Url, Promise<PageRef>>(),
  };
  let closed: Promise<void> | undefined;

  async function store(
    kind: StoredKind,
    url: Url,
    fetchedAt: number,
    packing: () => Promise<PackedAnswer>,
    texts?: PageView | string,
  ): Promise<PageRef> {
    const place = index.find(kind, url);
    if (place !== undefined) return reader.ref(place);
    const packed = packing();
    const kept = texts && textsLine(texts);
    const written = await writer.append({ kind, url, texts: kept }, packed, fetchedAt);
    return { ...refOf(written), digest: (await packed).digest };
  }

  function storeOnce(...given: Parameters<typeof store>): Promise<PageRef> {
    const [kind, url] = given;
    const under = pending[kind].get(url);
    if (under !== undefined) return under;
    const stored = store(...given).finally(() => pending[kind].delete(url));
    pending[kind].set(url, stored);
    return stored;
  }

  async function close(): Promise<void> {
    await Promise.allSettled(Object.values(pending).flatMap((each) => [...each.values()]));
    writer.close();
    await reader.close();
  }

  return {
    put: (page, fetchedAt, packed, texts) =>
      storeOnce("page", page.url, fetchedAt, () => bodies.pack(page, fetchedAt, packed), texts),
    putRendered: (url, html, fetchedAt) =>
      storeOnce("rendered", url, fetchedAt, () => packRendered(url, html, fetchedAt)),
    putHead: (url, head, fetchedAt, whole) =>
      storeOnce("head", url, fetchedAt, () => packAnswer(whole ?? headOnly(url, head), fetchedAt)),
    get: reader.get,
    texts: reader.texts,
    urls: reader.urls,
    close: () => (closed ??= close()),
  };
}

/** Bodies that are remembered: the last ones, in some 20 MB. */
const MOST_BODIES = 50_000;

/** The bodies that a store has stored since it was opened, by their digests as they are stored. */
class StoredBodies {
  readonly #isOn: boolean;
  readonly #byDigest = new Map<string, SameBody>();

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  /**
   * Packs a page: whole if its body is new, else as a revisit. One that was rendered is packed whole, as the
   * rendered page refers to it.
   */
  async pack(
    answer: FetchedPage,
    fetchedAt: number,
    given: PackedAnswer | undefined,
  ): Promise<PackedAnswer> {
    const mayRefer = this.#isOn && !answer.truncated && answer.rendered === undefined;
    if (!mayRefer) return given ?? packAnswer(answer, fetchedAt);
    const stored = payloadDigest(answer.gzipped ?? answer.body);
    const original = this.#first(stored, { url: answer.url, fetchedAt });
    if (original === undefined) return given ?? packAnswer(answer, fetchedAt);
    const digest = given?.digest ?? payloadDigest(answer.body);
    return { digest, member: await packRevisit(answer, fetchedAt, digest, original) };
  }

  /** Returns the answer that was stored with this body; remembers `answer` if there is none. */
  #first(digest: string, answer: SameBody): SameBody | undefined {
    const original = this.#byDigest.get(digest);
    if (original !== undefined) return original;
    this.#byDigest.set(digest, answer);
    const [oldest] = this.#byDigest.keys();
    if (this.#byDigest.size > MOST_BODIES && oldest !== undefined) this.#byDigest.delete(oldest);
    return undefined;
  }
}

/** A store of answers that are already members of another WARC file. */
interface MemberStore {
  /**
   * Appends the gzip member of an answer that is not stored yet, and returns its place. `fetchedAt`
   * is in ms since the epoch. One call at a time.
   */
  put(
    kind: StoredKind,
    url: Url,
    member: Buffer,
    fetchedAt: number,
  ): Promise<Omit<PageRef, "digest">>;
  close(): void;
}

/**
 * Opens the segments of a run as {@link openWarcPageStore} does, for pages that need only a place.
 */
export function openWarcMemberStore(directory: string, options: WarcPageStoreOptions): MemberStore {
  const { index, maxSegmentBytes = MAX_SEGMENT_BYTES } = options;
  const writer = segmentWriter(directory, index, maxSegmentBytes);
  return {
    put: async (kind, url, member, fetchedAt) =>
      refOf(await writer.append({ kind, url }, Promise.resolve({ member }), fetchedAt)),
    close: writer.close,
  };
}

/** Opens the pages of a run for reading, even while a crawl writes them; changes nothing. */
export function openWarcPagesForReading(
  directory: string,
  index: Pick<PageIndex, "find" | "texts" | "urls">,
  earlier?: EarlierPages,
): PageReader {
  return pageReader(directory, index, earlier);
}

function pageReader(
  directory: string,
  index: Pick<PageIndex, "find" | "texts" | "urls">,
  earlier: EarlierPages | undefined,
): Required<PageReader> & { ref(place: PagePlace): Promise<PageRef> } {
  const segments = segmentReaders(directory);
  const read = ({ segment, offset, length }: PagePlace): Promise<WarcRecord> =>
    readRecord({ source: segments.open(segment), offset, length }, Number.MAX_SAFE_INTEGER);
  const bodyOf = async (url: Url): Promise<StoredBody | undefined> => {
    const place = index.find("page", url);
    if (place === undefined) return undefined;
    const record = await read(place);
    if (record.head.type !== "revisit") {
      const page = storedPage(url, record);
      return page && { page, digest: record.head.payloadDigest };
    }
    const original = originalOf(record.head);
    if (original === undefined) return undefined;
    // A record that refers to its own URL refers to an earlier run.
    const there = original === url ? await earlierBody(earlier, url) : await bodyOf(original);
    const page = there && revisitedPage(url, record, there);
    return page && { page, digest: there.digest };
  };
  return {
    async get(url) {
      const page = (await bodyOf(url))?.page;
      const place = index.find("rendered", url);
      if (page === undefined || place === undefined) return page;
      return { ...page, rendered: (await read(place)).block };
    },
    async texts(url) {
      const line = index.texts(url);
      return line === undefined ? undefined : textsOfLine(url, line);
    },
    async ref(place) {
      return { ...refOf(place), digest: (await read(place)).head.bodyDigest ?? "" };
    },
    async *urls() {
      yield* index.urls();
    },
    async close() {
      segments[Symbol.dispose]();
    },
  };
}

async function earlierBody(
  earlier: EarlierPages | undefined,
  url: Url,
): Promise<StoredBody | undefined> {
  const page = await earlier?.(url);
  return page && { page, digest: payloadDigest(page.gzipped ?? page.body) };
}

function refOf({ segment, offset, length }: PagePlace): Omit<PageRef, "digest"> {
  return { segment: segmentName(segment), offset, length };
}

/** An answer to write, and the texts of a page in a line. */
interface Written {
  readonly kind: StoredKind;
  readonly url: Url;
  readonly texts?: string | undefined;
}

/** Appends members in the order of the calls, however long the compression of each takes. */
function segmentWriter(directory: string, index: PageIndex, maxSegmentBytes: number) {
  const end = index.end();
  if (segmentBytes(directory, end.segment) < end.offset) {
    const file = join(directory, segmentName(end.segment));
    throw fail("run-damaged", { file, fault: "is shorter than its index says" });
  }
  dropSegmentsAfter(directory, end.segment);
  let segment = openSegment(directory, end.segment, end.offset);
  let last: Promise<unknown> = Promise.resolve();

  async function write(
    { kind, url, texts }: Written,
    packed: Promise<Pick<PackedAnswer, "member">>,
    fetchedAt: number,
  ): Promise<PagePlace> {
    const { member: bytes } = await packed;
    if (segment.size >= maxSegmentBytes) {
      segment.close();
      segment = openSegment(directory, segment.number + 1, 0);
    }
    if (segment.size === 0)
      segment.append(await segmentInfo(segmentName(segment.number), fetchedAt));
    const place = { segment: segment.number, offset: segment.size, length: bytes.length };
    segment.append(bytes, () => index.add(kind, url, place, texts));
    return place;
  }

  return {
    append(...given: Parameters<typeof write>): Promise<PagePlace> {
      const done = Promise.allSettled([last, given[1]]).then(() => write(...given));
      last = done;
      return done;
    },
    close: () => {
      index.flush();
      segment.close();
    },
  };
}
