import type { DatabaseSync } from "node:sqlite";
import { type FrontierLink, isWaiting, type LinkSummary } from "../../../domain/frontier/link.ts";
import type { Url } from "../../../domain/web/url/url.ts";
import type { Rescoring } from "../../../ports/frontier.ts";
import { prepareAll } from "../transact.ts";
import { asBytes, PACKED } from "./link-row.ts";

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

/**
 * What a strategy made of waiting links, in bytes, by their sequence: rows of the scratch database, of which memory has
 * a few MiB, however many links wait. Who reads many links joins {@link PACKED}.
 */
export class PackedLinks {
  readonly #statements: ReturnType<typeof preparePacked>;
  #packer: Packer | undefined;

  constructor(database: DatabaseSync) {
    database.exec(`CREATE TABLE IF NOT EXISTS ${PACKED} (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
      DELETE FROM ${PACKED}`);
    this.#statements = preparePacked(database);
  }

  /** Begins a rescoring with what `packer` makes; entries of another one are dropped. */
  begin(packer: Packer | undefined): void {
    if (packer !== this.#packer) this.#statements.clear.run();
    this.#packer = packer;
  }

  /** Packs a link that is admitted: what its score has made of its texts may still be known. */
  admit(link: FrontierLink): void {
    const packed = this.#packer?.(link);
    if (packed !== undefined) this.put(link.sequence, packed);
  }

  /** Returns what is kept of a link, `undefined` if nothing is. */
  get(sequence: number): Uint8Array | undefined {
    return asBytes(this.#statements.get.get(sequence)?.["bytes"]);
  }

  /** Keeps the bytes of a link. */
  put(sequence: number, packed: Uint8Array): void {
    this.#statements.put.run(sequence, packed);
  }

  /** Drops what is kept of a link, which is done or has other texts. */
  drop(sequence: number): void {
    if (this.#packer !== undefined) this.#statements.drop.run(sequence);
  }
}

function preparePacked(database: DatabaseSync) {
  return prepareAll(database, {
    clear: `DELETE FROM ${PACKED}`,
    get: `SELECT bytes FROM ${PACKED} WHERE id = ?`,
    put: `INSERT OR REPLACE INTO ${PACKED} VALUES (?, ?)`,
    drop: `DELETE FROM ${PACKED} WHERE id = ?`,
  });
}
