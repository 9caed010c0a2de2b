import type { Url } from "../../../domain/url/url.ts";
import type { ByteSource } from "../../../warc/byte-source.ts";
import type { RecordPlace } from "../../../warc/scan-warc.ts";

/** Initial capacity of the typed arrays, in entries; it doubles. */
const FIRST_CAPACITY = 1_024;

/** URL → place of its record: some 20 bytes an entry besides the URL itself. */
export interface RecordedIndex {
  readonly size: number;
  urls(): Iterable<Url>;
  has(url: Url): boolean;
  /** Returns the first record added under the URL. */
  get(url: Url): RecordPlace | undefined;
  /** Adds an entry; returns false, and changes nothing, when the URL is there already. */
  add(url: Url, place: RecordPlace): boolean;
}

/** Creates an empty index. */
export function recordedIndex(): RecordedIndex {
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
