import type { Url } from "../../web/url/url.ts";
import type { Evidence, Miss, Visit } from "../strategy.ts";
import type { NumberedLinks } from "./numbered-links.ts";
import { MISS_WEIGHT, rewardOf, type TrainingPair } from "./training-pairs.ts";

/** A training pair with the features of its link packed. */
export interface PackedPair extends Pick<TrainingPair, "reward" | "weight"> {
  readonly packed: Uint8Array;
}

/** A fetched page whose link had texts. */
interface GatheredVisit extends Pick<Visit, "url" | "utility"> {
  readonly packed: Uint8Array;
}

/**
 * The links that a crawl followed, as they are learned from: with their features packed, some 300 bytes
 * a link. The pairs are those of `crawledPairs` and `missedPairs` on the whole evidence.
 */
export class GatheredLinks {
  readonly #numbered: NumberedLinks;
  readonly #visits: GatheredVisit[] = [];
  readonly #misses: Uint8Array[] = [];
  /** Sums of the utilities of the pages that were discovered through a page. */
  readonly #behind = new Map<Url, number>();

  constructor(numbered: NumberedLinks) {
    this.#numbered = numbered;
  }

  /** Adds what follows the evidence added before. */
  add({ visits, misses }: Evidence): void {
    for (const visit of visits) this.#addVisit(visit);
    for (const miss of misses) this.#addMiss(miss);
  }

  /** Returns the links to pages; with delayed reward those behind a page count, too. */
  crawled(isDelayed: boolean): PackedPair[] {
    return this.#visits.map(({ url, utility, packed }) => {
      const behind = isDelayed ? (this.#behind.get(url) ?? 0) : 0;
      return { packed, reward: rewardOf(utility, behind), weight: 1 };
    });
  }

  /** Returns the links that led to no page. */
  missed(): PackedPair[] {
    return this.#misses.map((packed) => ({ packed, reward: 0, weight: MISS_WEIGHT }));
  }

  #addVisit(visit: Visit): void {
    const { url, parent, snippet, utility } = visit;
    if (parent !== undefined) this.#behind.set(parent, (this.#behind.get(parent) ?? 0) + utility);
    if (snippet === undefined) return;
    this.#visits.push({ url, utility, packed: this.#numbered.packAlways(visit) });
  }

  #addMiss(miss: Miss): void {
    if (miss.location !== undefined || miss.snippet === undefined) return;
    this.#misses.push(this.#numbered.packAlways(miss));
  }
}
