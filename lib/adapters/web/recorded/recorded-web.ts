import { setImmediate } from "node:timers/promises";
import { canonicalUrl } from "../../../domain/web/url/canonical-url.ts";
import { aliasesOf, aliasKey } from "../../../domain/web/url/recorded-aliases.ts";
import type { Url } from "../../../domain/web/url/url.ts";
import type { HostGate } from "../../../ports/host-gate.ts";
import type { Web } from "../../../ports/web.ts";
import { type ByteSource, listWarcFiles, openFileSource } from "../../warc/byte-source.ts";
import {
  type RecordPlace,
  type ScannedRecord,
  type ScanTally,
  scanWarc,
} from "../../warc/scan-warc.ts";
import { fetchRecorded } from "./fetch-recorded.ts";

/** The records that were not used when a recording was opened. */
interface RecordingReport {
  readonly files: number;
  /** Further records of a URL: the first one is used. */
  readonly duplicates: number;
  /** Places where a record could not be read and was skipped. */
  readonly damaged: number;
  /** Revisits of pages that are not in the recording, skipped. */
  readonly unresolvedRevisits: number;
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
  /** The identical page: by URL, or by the digest of its body. */
  readonly refersTo: Url | undefined;
  readonly digest: string | undefined;
}

/** The results of a scan so far. */
interface Gathered {
  readonly index: RecordedIndex;
  readonly tally: ScanTally;
  readonly revisits: Revisit[];
  /** Payload digest → URL of the first record with it. */
  readonly digests: Map<string, Url>;
  duplicates: number;
  unresolvedRevisits: number;
}

/**
 * Opens WARC files, or folders of them (`*.warc`, `*.warc.gz`, at any depth, by name), as a web.
 * One pass over all bytes builds an index; pages are read on request. The first of several records
 * of a URL is used. A file that is not a WARC throws `bad-warc`.
 */
export async function openRecordedWeb(paths: readonly string[]): Promise<RecordedWeb> {
  const files = listWarcFiles(paths);
  const sources: ByteSource[] = [];
  const close = (): void => sources.splice(0).forEach((source) => source.close());
  const gathered: Gathered = {
    index: recordedIndex(),
    tally: { damaged: 0, heldBytes: 0 },
    revisits: [],
    digests: new Map(),
    duplicates: 0,
    unresolvedRevisits: 0,
  };
  try {
    for (const file of files) {
      const source = openFileSource(file);
      sources.push(source);
      for await (const record of scanWarc(source, gathered.tally)) gather(record, gathered);
    }
  } catch (error) {
    close();
    throw error;
  }
  const originals = resolveRevisits(gathered);
  const { index, tally, duplicates, unresolvedRevisits } = gathered;
  const report = { files: files.length, duplicates, damaged: tally.damaged, unresolvedRevisits };
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

function gather(record: ScannedRecord, gathered: Gathered): void {
  const { type, targetUri, payloadDigest, refersToTargetUri } = record.head;
  if (type !== "response" && type !== "resource" && type !== "revisit") return;
  const target = canonicalUrl(targetUri);
  if (!target.ok) return;
  const { url } = target;
  if (type === "revisit") {
    const refersTo = canonicalUrl(refersToTargetUri ?? "");
    const { source, offset, length } = record;
    gathered.revisits.push({
      url,
      place: { source, offset, length },
      refersTo: refersTo.ok ? refersTo.url : undefined,
      digest: payloadDigest,
    });
  } else if (!gathered.index.add(url, record)) {
    gathered.duplicates++;
  } else if (payloadDigest !== undefined && !gathered.digests.has(payloadDigest)) {
    gathered.digests.set(payloadDigest, url);
  }
}

/**
 * Adds revisits of URLs that have no record of their own; returns each such URL → the URL that has
 * its body.
 */
function resolveRevisits(gathered: Gathered): Map<Url, Url> {
  const { index, revisits, digests } = gathered;
  const originals = new Map<Url, Url>();
  for (const { url, place, refersTo, digest } of revisits) {
    const named =
      refersTo !== undefined && index.has(refersTo) ? refersTo : digests.get(digest ?? "");
    if (named === undefined) gathered.unresolvedRevisits++;
    else if (!index.add(url, place)) gathered.duplicates++;
    else originals.set(url, originals.get(named) ?? named);
  }
  return originals;
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
  /** Returns the first record added under the URL. */
  get(url: Url): RecordPlace | undefined;
  /** Adds an entry; returns false, and changes nothing, when the URL is there already. */
  add(url: Url, place: RecordPlace): boolean;
}

/** Creates an empty index. */
function recordedIndex(): RecordedIndex {
  const entries = new Map<Url, number>();
  const sources: ByteSource[] = [];
  let sourceOf = new Uint32Array(FIRST_CAPACITY);
  let offsets = new Float64Array(FIRST_CAPACITY);
  let lengths = new Float64Array(FIRST_CAPACITY);
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
    add(url, place) {
      if (entries.has(url)) return false;
      const entry = entries.size;
      if (entry === offsets.length) {
        sourceOf = grown(sourceOf, new Uint32Array(2 * entry));
        offsets = grown(offsets, new Float64Array(2 * entry));
        lengths = grown(lengths, new Float64Array(2 * entry));
      }
      // Records arrive file by file.
      if (sources.at(-1) !== place.source) sources.push(place.source);
      sourceOf[entry] = sources.length - 1;
      offsets[entry] = place.offset;
      lengths[entry] = place.length;
      entries.set(url, entry);
      return true;
    },
  };
}

function grown<Numbers extends Uint32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
