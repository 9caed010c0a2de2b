import { type FrontierLink, isWaiting, type LinkSummary } from "../../../domain/frontier/link.ts";
import type { Url } from "../../../domain/web/url/url.ts";

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
  #hasAll: boolean;

  /** `isNew`: the frontier has no links yet. */
  constructor(isNew: boolean) {
    this.#hasAll = isNew;
  }

  /** True while no summary was ever evicted, so that a URL without one is new. */
  get hasAll(): boolean {
    return this.#hasAll;
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
    if (this.#old.size > 0) this.#hasAll = false;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
