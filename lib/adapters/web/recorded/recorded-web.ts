import { setImmediate } from "node:timers/promises";
import { canonicalUrl } from "../../../domain/url/canonical-url.ts";
import { aliasesOf, aliasKey } from "../../../domain/url/recorded-aliases.ts";
import type { Url } from "../../../domain/url/url.ts";
import type { Web } from "../../../ports/web.ts";
import { type ByteSource, listWarcFiles, openFileSource } from "../../../warc/byte-source.ts";
import {
  type RecordPlace,
  type ScannedRecord,
  type ScanTally,
  scanWarc,
} from "../../../warc/scan-warc.ts";
import { fetchRecorded } from "./fetch-recorded.ts";
import { type RecordedIndex, recordedIndex } from "./recorded-index.ts";

/** What opening a recording met besides the URLs it knows. */
interface RecordingReport {
  readonly files: number;
  /** Records of a URL that was recorded before: the first one answers. */
  readonly duplicates: number;
  /** Places where a record could not be read, and was skipped. */
  readonly damaged: number;
  /** Revisits of pages that are not in the recording, skipped. */
  readonly unresolvedRevisits: number;
}

/** A web made of WARC files. */
export interface RecordedWeb extends Web {
  /** Recorded URLs in order of recording. */
  urls(): Iterable<Url>;
  readonly size: number;
  /** Where the record of a recorded URL lies. */
  placeOf(url: Url): RecordPlace | undefined;
  readonly report: RecordingReport;
  /**
   * Distinct URLs that this web was asked to identify or to fetch so far and that are none of its own
   * but aliases of one. They are remembered: no more than the links that the recorded pages hold.
   */
  aliases(): number;
  /** Closes the files; the web answers no more. */
  close(): void;
}

/** A record that says "as at …" in place of a body. */
interface Revisit {
  readonly url: Url;
  readonly place: RecordPlace;
  /** The page it says to be the same as: by URL, by the digest of its body. */
  readonly refersTo: Url | undefined;
  readonly digest: string | undefined;
}

/** What a scan has gathered. */
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
 * Opens WARC files, or folders of them (`*.warc`, `*.warc.gz`, at any depth, by name), as a web. One
 * pass over all bytes makes an index; pages are read when asked for. Of several records of a URL the
 * first answers. A file that is no WARC throws `bad-warc`.
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
    // Most links of a page are recorded as they are, or not at all: neither asks for the aliases.
    if (index.has(url) || !keys.has(aliasKey(url))) return url;
    const recorded = aliasesOf(url).find((alias) => index.has(alias));
    if (recorded !== undefined) aliases.add(url);
    return recorded ?? url;
  };
  return {
    identify,
    async fetch(url, limits) {
      // Reads do not wait; without a turn no timer, signal or progress would come through a whole crawl.
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

/** Adds revisits of URLs that have no record of their own; the URL whose body they have, by theirs. */
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
