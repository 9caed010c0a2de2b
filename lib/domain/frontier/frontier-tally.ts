import type { Census, Place } from "./frontier-tables.ts";
import type { LinkState } from "./link.ts";

/** Places of links that wait. */
const WAITING: ReadonlySet<Place> = new Set<Place>(["lane", "resting", "pool"]);

/** True for links that wait, wherever they do. */
export function isWaiting(place: Place): boolean {
  return WAITING.has(place);
}

/** Running counts of URLs by place and reason. */
export class FrontierTally {
  readonly #places: Record<Place, number> = {
    lane: 0,
    resting: 0,
    pool: 0,
    leased: 0,
    fetched: 0,
    refused: 0,
    failed: 0,
    cut: 0,
    barred: 0,
  };
  readonly #reasons = new Map<string, number>();

  constructor(census: Iterable<Census>) {
    for (const { place, reason, count } of census) this.add(place, reason, count);
  }

  /** Counts `count` URLs at a place; the reason is `""` for places on the way. */
  add(place: Place, reason: string, count: number): void {
    this.#places[place] += count;
    if (reason === "") return;
    const key = `${stateOf(place)}:${reason}`;
    const sum = (this.#reasons.get(key) ?? 0) + count;
    if (sum === 0) this.#reasons.delete(key);
    else this.#reasons.set(key, sum);
  }

  at(place: Place): number {
    return this.#places[place];
  }

  waiting(): number {
    return this.#places.lane + this.#places.resting + this.#places.pool;
  }

  states(): Record<LinkState, number> {
    const { leased, fetched, failed, cut } = this.#places;
    const refused = this.#places.refused + this.#places.barred;
    return { waiting: this.waiting(), leased, fetched, refused, failed, cut };
  }

  reasons(): ReadonlyMap<string, number> {
    return new Map(this.#reasons);
  }
}

function stateOf(place: Place): LinkState {
  if (place === "barred") return "refused";
  return place === "lane" || place === "resting" || place === "pool" ? "waiting" : place;
}
