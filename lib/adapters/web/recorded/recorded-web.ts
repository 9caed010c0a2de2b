/** A web that was recorded, fetched from as from the live one, and read as stored pages. */
import { basename } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { PageRef } from "../../../domain/page/page-record.ts";
import { canonicalUrl } from "../../../domain/web/url/canonical-url.ts";
import { aliasesOf, aliasKey } from "../../../domain/web/url/twin-names.ts";
import type { Url } from "../../../domain/web/url/url.ts";
import type { HostGate } from "../../../ports/host-gate.ts";
import type { PageStore } from "../../../ports/page-store.ts";
import type { Web } from "../../../ports/web.ts";
import { packLines, textsLine, textsOfLine, unpackLines } from "../../page-texts.ts";
import { type ByteSource, openFileSource } from "../../warc/gzip-member.ts";
import {
  listWarcFiles,
  type RecordPlace,
  type ScannedRecord,
  type ScanTally,
  scanWarc,
} from "../../warc/scan-warc.ts";
import { isZip, waczParts } from "../../warc/wacz-parts.ts";
import { payloadDigest } from "../../warc/write-warc.ts";
import { fetchRecorded } from "./fetch-recorded.ts";
import {
  type AnswerRank,
  PAGE_RANK,
  type RecordedAnswer,
  recordedAnswers,
} from "./recorded-answers.ts";

/** The records that were not used when a recording was opened. */
interface RecordingReport {
  readonly files: number;
  /** Further records of a URL: the best one is used, of equal ones the first. */
  readonly duplicates: number;
  /** Answers to other requests than GET, which are no pages. */
  readonly notGet: number;
  /** Places where a record could not be read and was skipped. */
  readonly damaged: number;
  /** Revisits of pages that are not in the recording, skipped. */
  readonly unresolvedRevisits: number;
  /** What gave nothing, with the reason: files by their paths, and revisits by their URLs. */
  readonly unused: Readonly<Record<"recording" | "revisit", ReadonlyMap<string, string>>>;
}

/** A web made of WARC files. */
export interface RecordedWeb extends Web {
  /** Recorded URLs in order of recording. */
  urls(): Iterable<Url>;
  readonly size: number;
  /** Returns the place of a recorded URL's record. */
  placeOf(url: Url): RecordPlace | undefined;
  readonly report: RecordingReport;
  /**
   * Counts the distinct URLs asked for so far, by `identify` or `fetch`, that are only aliases of
   * recorded ones. They are remembered: at most as many as the links in the recorded pages.
   */
  aliases(): number;
  /** Closes the files; the web answers no more requests. */
  close(): void;
}

/** A record that refers to another record for its body. */
interface Revisit {
  readonly url: Url;
  readonly place: RecordPlace;
  /** The identical page: by URL, by the digest of its body, or by the identifier of its record. */
  readonly refersTo: Url | undefined;
  readonly digest: string | undefined;
  readonly id: string | undefined;
}

/** The results of a scan so far. */
interface Gathered {
  readonly index: RecordedIndex;
  readonly tally: ScanTally;
  readonly revisits: Revisit[];
  /** Payload digest → URL of the first page with it. */
  readonly digests: Map<string, Url>;
  /** The same of redirects, errors and empty answers, whose places a page may take. */
  readonly otherDigests: Map<string, Url>;
  duplicates: number;
  notGet: number;
  unresolvedRevisits: number;
  readonly unused: Record<"recording" | "revisit", Map<string, string>>;
}

/**
 * Opens WARC and WACZ files, or folders of them (at any depth, by name), as a web.
 * One pass over all bytes builds an index; pages are read on request. Of several records of a URL the
 * best is used: of answers to GET a page before a redirect, before an error or nothing; then the first.
 * A file that is not a WARC throws `bad-warc`.
 */
export async function openRecordedWeb(paths: readonly string[]): Promise<RecordedWeb> {
  const files = listWarcFiles(paths);
  const sources: ByteSource[] = [];
  const opened: ByteSource[] = [];
  const close = (): void => opened.splice(0).forEach((source) => source.close());
  const gathered: Gathered = {
    index: recordedIndex(),
    tally: { damaged: 0, heldBytes: 0 },
    revisits: [],
    digests: new Map(),
    otherDigests: new Map(),
    duplicates: 0,
    notGet: 0,
    unresolvedRevisits: 0,
    unused: { recording: new Map(), revisit: new Map() },
  };
  try {
    for (const file of files) {
      const source = openFileSource(file);
      opened.push(source);
      sources.push(...(isZip(source) ? waczParts(source) : [source]));
    }
    for (const source of sources) {
      const scan = scanWarc(source, gathered.tally);
      let answers = 0;
      for await (const answer of recordedAnswers(scan)) if (gather(answer, gathered)) answers += 1;
      if (answers === 0) gathered.unused.recording.set(source.name, "no-answer");
    }
    await readIdentifiers(sources, gathered);
  } catch (error) {
    close();
    throw error;
  }
  const originals = resolveRevisits(gathered);
  const { index, tally, duplicates, notGet, unresolvedRevisits, unused } = gathered;
  const { damaged } = tally;
  const report = { files: files.length, duplicates, notGet, damaged, unresolvedRevisits, unused };
  return webOver(index, originals, close, report);
}

function webOver(
  index: RecordedIndex,
  originals: ReadonlyMap<Url, Url>,
  close: () => void,
  report: RecordingReport,
): RecordedWeb {
  const keys = new Set<string>();
  for (const url of index.urls()) keys.add(aliasKey(url));
  const aliases = new Set<Url>();
  const identify = (url: Url): Url => {
    // Most links of a page are recorded unchanged, or not at all: neither needs the aliases.
    if (index.has(url) || !keys.has(aliasKey(url))) return url;
    const recorded = aliasesOf(url).find((alias) => index.has(alias));
    if (recorded !== undefined) aliases.add(url);
    return recorded ?? url;
  };
  return {
    identify,
    async fetch(url, limits) {
      // Reads are synchronous; without a pause no timer, signal or progress would run during a
      // whole crawl.
      await setImmediate();
      const recorded = identify(url);
      const place = index.get(recorded);
      if (place === undefined) return { kind: "not-recorded" };
      const original = originals.get(recorded);
      return fetchRecorded(recorded, place, original && index.get(original), limits.bodyBytes);
    },
    urls: () => index.urls(),
    size: index.size,
    placeOf: (url) => index.get(url),
    report,
    aliases: () => aliases.size,
    close,
  };
}

/** Returns whether a record answers a request for a page. */
function gather({ record, method, rank }: RecordedAnswer, gathered: Gathered): boolean {
  const { type, targetUri, payloadDigest } = record.head;
  const target = canonicalUrl(targetUri);
  if (!target.ok) return false;
  const { url } = target;
  if (method !== undefined && method !== "GET") {
    gathered.notGet++;
    return false;
  }
  if (type === "revisit") gathered.revisits.push(revisitOf(url, record));
  else {
    const added = gathered.index.add(url, record, rank);
    if (added !== "first") gathered.duplicates++;
    const digests = rank === PAGE_RANK ? gathered.digests : gathered.otherDigests;
    if (payloadDigest !== undefined && added !== "left" && !digests.has(payloadDigest))
      digests.set(payloadDigest, url);
  }
  return true;
}

function revisitOf(url: Url, record: ScannedRecord): Revisit {
  const { source, offset, length, head } = record;
  const refersTo = canonicalUrl(head.refersToTargetUri ?? "");
  return {
    url,
    place: { source, offset, length },
    refersTo: refersTo.ok ? refersTo.url : undefined,
    digest: head.payloadDigest,
    id: head.refersTo,
  };
}

/**
 * Finds the pages of revisits that name them by the identifiers of their records alone, in a pass of
 * its own: hardly any recorder does so, and the identifiers of all records would fill the memory.
 */
async function readIdentifiers(sources: readonly ByteSource[], gathered: Gathered): Promise<void> {
  const { revisits, digests, tally } = gathered;
  const named = revisits.filter(
    ({ refersTo, digest }) => refersTo === undefined && !digests.has(digest ?? ""),
  );
  const wanted = new Set(named.flatMap(({ id }) => id ?? []));
  if (wanted.size === 0) return;
  for (const source of sources) {
    const again = { damaged: 0, heldBytes: tally.heldBytes };
    for await (const { head } of scanWarc(source, again)) {
      const target = wanted.has(head.id) ? canonicalUrl(head.targetUri) : undefined;
      if (target?.ok === true) digests.set(head.id, target.url);
    }
  }
}

/**
 * Adds revisits of URLs whose own records are no pages, or that have none; returns each such URL → the URL that has its
 * body.
 */
function resolveRevisits(gathered: Gathered): Map<Url, Url> {
  const { index, revisits } = gathered;
  const originals = new Map<Url, Url>();
  for (const revisit of revisits) {
    const named = revisited(revisit, gathered);
    const { url, place } = revisit;
    if (named === undefined) {
      gathered.unresolvedRevisits++;
      if (!index.has(url)) gathered.unused.revisit.set(url, "no-original");
    } else if (url === named || index.add(url, place, PAGE_RANK) === "left") gathered.duplicates++;
    else originals.set(url, originals.get(named) ?? named);
  }
  return originals;
}

/** Returns the URL with the body of a revisit. */
function revisited(
  { refersTo, digest = "", id = "" }: Revisit,
  { index, digests, otherDigests }: Gathered,
): Url | undefined {
  const named = recordedUrl(refersTo, index) ?? digests.get(digest) ?? digests.get(id);
  const other = named ?? otherDigests.get(digest);
  return named ?? (other !== undefined && index.rank(other) < PAGE_RANK ? other : undefined);
}

/** Returns the recorded URL that a revisit means, which may name another scheme. */
function recordedUrl(url: Url | undefined, index: RecordedIndex): Url | undefined {
  if (url === undefined || index.has(url)) return url;
  return aliasesOf(url).find((alias) => index.has(alias));
}

/**
 * The gate of a recorded web: its hosts were asked during the recording, so no request is made now.
 */
export const openGate: HostGate = {
  admit: async () => ({ kind: "allowed", crawlDelayMs: undefined }),
  sitemaps: () => [],
};

/** Initial capacity of the typed arrays, in entries; it doubles. */
const FIRST_CAPACITY = 1_024;

/** URL → place of its record: some 20 bytes an entry besides the URL itself. */
interface RecordedIndex {
  readonly size: number;
  urls(): Iterable<Url>;
  has(url: Url): boolean;
  /** Returns the best record added under the URL, of equal ones the first. */
  get(url: Url): RecordPlace | undefined;
  /** Returns the rank of that record, 0 without one. */
  rank(url: Url): number;
  /** Adds a record: it is the first of its URL, takes the place of a worse one, or is left out. */
  add(url: Url, place: RecordPlace, rank: AnswerRank): "first" | "better" | "left";
}

/** Creates an empty index. */
function recordedIndex(): RecordedIndex {
  const entries = new Map<Url, number>();
  const sources: ByteSource[] = [];
  const numbers = new Map<ByteSource, number>();
  let sourceOf = new Uint32Array(FIRST_CAPACITY);
  let offsets = new Float64Array(FIRST_CAPACITY);
  let lengths = new Float64Array(FIRST_CAPACITY);
  let ranks = new Uint8Array(FIRST_CAPACITY);
  return {
    get size() {
      return entries.size;
    },
    urls: () => entries.keys(),
    has: (url) => entries.has(url),
    get(url) {
      const entry = entries.get(url);
      if (entry === undefined) return undefined;
      const source = sources[sourceOf[entry] ?? 0];
      if (source === undefined) return undefined;
      return { source, offset: offsets[entry] ?? 0, length: lengths[entry] ?? 0 };
    },
    rank: (url) => ranks[entries.get(url) ?? -1] ?? 0,
    add(url, place, rank) {
      const known = entries.get(url);
      if (known !== undefined && rank <= (ranks[known] ?? 0)) return "left";
      const entry = known ?? entries.size;
      if (entry === offsets.length) {
        sourceOf = grown(sourceOf, new Uint32Array(2 * entry));
        offsets = grown(offsets, new Float64Array(2 * entry));
        lengths = grown(lengths, new Float64Array(2 * entry));
        ranks = grown(ranks, new Uint8Array(2 * entry));
      }
      if (!numbers.has(place.source)) numbers.set(place.source, sources.push(place.source) - 1);
      sourceOf[entry] = numbers.get(place.source) ?? 0;
      offsets[entry] = place.offset;
      lengths[entry] = place.length;
      ranks[entry] = rank;
      entries.set(url, entry);
      return known === undefined ? "first" : "better";
    },
  };
}

function grown<Numbers extends Uint32Array | Float64Array | Uint8Array>(
  from: Numbers,
  to: Numbers,
): Numbers {
  to.set(from);
  return to;
}

/** Reads bodies of any length and without a timeout: memory is the only limit. */
const ANY_SIZE = { bodyBytes: Number.MAX_SAFE_INTEGER, timeoutMs: Number.POSITIVE_INFINITY };

/**
 * Creates a store for the pages of a crawl over a recording, which holds them already: it keeps
 * only their places, and how far their bodies were read.
 */
export function recordedPageStore(web: Pick<RecordedWeb, "fetch" | "placeOf">): PageStore {
  const refs = new Map<Url, PageRef>();
  const cut = new Map<Url, number>();
  const kept = new Map<Url, Uint8Array>();
  return {
    async put({ url, body, truncated }, _fetchedAt, _packed, texts) {
      const known = refs.get(url);
      if (known !== undefined) return known;
      const place = web.placeOf(url);
      if (place === undefined) throw new RangeError(`${url} is not in the recording`);
      const { source, offset, length } = place;
      const ref = { segment: basename(source.name), offset, length, digest: payloadDigest(body) };
      refs.set(url, ref);
      if (truncated) cut.set(url, body.byteLength);
      if (texts !== undefined) kept.set(url, packLines([textsLine(texts)]));
      return ref;
    },
    // The recording answers these URLs by itself.
    putHead: async () => undefined,
    async get(url) {
      const outcome = refs.has(url) ? await web.fetch(url, ANY_SIZE) : undefined;
      if (outcome?.kind !== "page") return undefined;
      const bodyBytes = cut.get(url);
      if (bodyBytes === undefined) return outcome;
      const body = outcome.body.subarray(0, bodyBytes);
      return { ...outcome, body, gzipped: undefined, truncated: true };
    },
    async texts(url) {
      const packed = kept.get(url);
      return packed && textsOfLine(url, unpackLines(packed).toString());
    },
    async *urls() {
      yield* refs.keys();
    },
    close: async () => {},
  };
}
