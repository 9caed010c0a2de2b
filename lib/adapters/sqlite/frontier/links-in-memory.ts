import { type FrontierLink, isWaiting, type LinkSummary } from "../../../domain/frontier/link.ts";
import type { Url } from "../../../domain/web/url/url.ts";
import type { Rescoring } from "../../../ports/frontier.ts";

/** Most links held in memory: about 10 MB. */
const MOST_HELD = 10_000;

/** A link with its summary; `leases` counts all leases ever given for it. */
export interface StoredLink {
  readonly summary: LinkSummary;
  readonly link: FrontierLink;
  readonly leases: number;
}

/**
 * Waiting and leased links in memory, up to a limit, so that draws and rescorings need not read and
 * parse their rows. Links beyond the limit are only in their rows.
 */
export class HeldLinks {
  readonly #links = new Map<number, StoredLink>();

  get(sequence: number): StoredLink | undefined {
    return this.#links.get(sequence);
  }

  /** Holds a waiting or leased link if there is space; drops a link in any other state. */
  put(stored: StoredLink): StoredLink {
    const { sequence, state } = stored.summary;
    if (!isWaiting(state) && state !== "leased") this.#links.delete(sequence);
    else if (this.#links.size < MOST_HELD || this.#links.has(sequence)) {
      this.#links.set(sequence, stored);
    }
    return stored;
  }

  /** Changes a link if it is held. */
  update(summary: LinkSummary, change: (held: StoredLink) => Omit<StoredLink, "summary">): void {
    const held = this.#links.get(summary.sequence);
    if (held === undefined) return;
    const { link, leases } = change(held);
    this.put({ summary, link, leases });
  }
}

/** Summaries of one generation; two generations take about 14 MB. */
const GENERATION = 20_000;

/**
 * Summaries of recently used URLs, held in memory. The links repeated on every page of a site are
 * nearly all of the offered links. Here they take a tenth of the time of a row. An older generation
 * is dropped as a whole, which costs less than tracking the order of use.
 */
export class RecentLinks {
  #young = new Map<Url, LinkSummary>();
  #old = new Map<Url, LinkSummary>();
  /** True while no summary was ever evicted, so that a URL without one is new. */
  hasAll: boolean;

  /** `isNew`: the frontier has no links yet. */
  constructor(isNew: boolean) {
    this.hasAll = isNew;
  }

  get(url: Url): LinkSummary | undefined {
    const young = this.#young.get(url);
    if (young !== undefined) return young;
    const old = this.#old.get(url);
    if (old !== undefined) this.set(old);
    return old;
  }

  /** Stores a summary, replacing the one before. */
  set(summary: LinkSummary): void {
    if (this.#young.size >= GENERATION) this.#age();
    this.#young.set(summary.url, summary);
  }

  /** Replaces the summary of a URL, if it is held. */
  update(summary: LinkSummary): void {
    const generation = this.#young.has(summary.url) ? this.#young : this.#old;
    const known = generation.get(summary.url);
    // The URL that is held stays, so that none is held twice.
    if (known !== undefined) generation.set(known.url, { ...summary, url: known.url });
  }

  /** Removes a URL that is no longer known. */
  drop(url: Url): void {
    this.#young.delete(url);
    this.#old.delete(url);
  }

  #age(): void {
    if (this.#old.size > 0) this.hasAll = false;
    this.#old = this.#young;
    this.#young = new Map();
  }
}

/** Makes the bytes of a link. */
type Packer = NonNullable<Rescoring["packed"]>["pack"];

/** Most bytes kept, some 800,000 links; links beyond are read again for each score. */
const MOST_BYTES = 64 * 2 ** 20;

/** Bytes of memory at first, and links that have a place in it. */
const [FIRST_BYTES, FIRST_LINKS] = [2 ** 16, 2 ** 10];

/** Bytes that hold the length of an entry, which is below 2^16. */
const LENGTH_BYTES = 2;

/** Entries begin behind it, so that 0 is the place of none. */
const FIRST_PLACE = 1;

/**
 * What a strategy made of waiting links, in bytes, by their sequence. All entries are in one array, as
 * a million small ones would take five times the memory.
 */
export class PackedLinks {
  #bytes = new Uint8Array(FIRST_BYTES);
  #end = FIRST_PLACE;
  #dropped = 0;
  #places = new Uint32Array(FIRST_LINKS);
  #packer: Packer | undefined;

  /** Begins a rescoring with what `packer` makes; entries of another one are dropped. */
  begin(packer: Packer | undefined): void {
    if (packer !== this.#packer) {
      this.#end = FIRST_PLACE;
      this.#dropped = 0;
      this.#places.fill(0);
    }
    this.#packer = packer;
    if (this.#dropped > this.#end / 2) this.#compact();
  }

  /** Packs a link that is admitted: what its score has made of its texts may still be known. */
  admit(link: FrontierLink): void {
    const packed = this.#packer?.(link);
    if (packed !== undefined) this.put(link.sequence, packed);
  }

  /** Returns what is kept of a link, valid until the next change, `undefined` if nothing is. */
  get(sequence: number): Uint8Array | undefined {
    const place = this.#places[sequence] ?? 0;
    if (place === 0) return undefined;
    const start = place + LENGTH_BYTES;
    return this.#bytes.subarray(start, start + this.#lengthAt(place));
  }

  /** Keeps the bytes of a link that has none, if there is room. */
  put(sequence: number, packed: Uint8Array): void {
    const end = this.#end + LENGTH_BYTES + packed.length;
    if (packed.length >= 2 ** (8 * LENGTH_BYTES) || end > MOST_BYTES) return;
    this.#makeRoom(sequence, end);
    this.#bytes[this.#end] = packed.length & 0xff;
    this.#bytes[this.#end + 1] = packed.length >> 8;
    this.#bytes.set(packed, this.#end + LENGTH_BYTES);
    this.#places[sequence] = this.#end;
    this.#end = end;
  }

  /** Drops what is kept of a link, which does not wait any more or has other texts. */
  drop(sequence: number): void {
    const place = this.#places[sequence] ?? 0;
    if (place === 0) return;
    this.#dropped += LENGTH_BYTES + this.#lengthAt(place);
    this.#places[sequence] = 0;
  }

  #makeRoom(sequence: number, end: number): void {
    if (end > this.#bytes.length) {
      const longer = new Uint8Array(Math.max(end, 2 * this.#bytes.length));
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    if (sequence >= this.#places.length) {
      const longer = new Uint32Array(Math.max(sequence + 1, 2 * this.#places.length));
      longer.set(this.#places);
      this.#places = longer;
    }
  }

  #lengthAt(place: number): number {
    return (this.#bytes[place] ?? 0) + 2 ** 8 * (this.#bytes[place + 1] ?? 0);
  }

  #compact(): void {
    const before = this.#bytes;
    const kept = new Uint8Array(before.length);
    let end = FIRST_PLACE;
    for (let sequence = 0; sequence < this.#places.length; sequence += 1) {
      const place = this.#places[sequence] ?? 0;
      if (place === 0) continue;
      const size = LENGTH_BYTES + this.#lengthAt(place);
      kept.set(before.subarray(place, place + size), end);
      this.#places[sequence] = end;
      end += size;
    }
    this.#bytes = kept;
    this.#end = end;
    this.#dropped = 0;
  }
}
