import type { Census, Place } from "./frontier-tables.ts";
import type { LinkState } from "./link.ts";

/** Places of links that wait. */
const WAITING: ReadonlySet<Place> = new Set<Place>(["lane", "resting", "pool"]);

/** True for links that wait, wherever they do. */
export function isWaiting(place: Place): boolean {
  return WAITING.has(place);
}

/** Running counts of URLs by place and reason, and of those that wait by group. */
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
  readonly #waitingByGroup = new Map<string, number>();

  constructor(census: Iterable<Census>) {
    for (const counted of census) this.add(counted);
  }

  /** Counts URLs at a place, with a negative number away from it. */
  add({ place, reason, group, count }: Census): void {
    this.#places[place] += count;
    if (isWaiting(place)) change(this.#waitingByGroup, group, count);
    if (reason !== "") change(this.#reasons, `${stateOf(place)}:${reason}`, count);
  }

  at(place: Place): number {
    return this.#places[place];
  }

  waiting(): number {
    return this.#places.lane + this.#places.resting + this.#places.pool;
  }

  /** Links that wait by group, without groups that nothing waits of; changes as the counts do. */
  waitingByGroup(): ReadonlyMap<string, number> {
    return this.#waitingByGroup;
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

function change(counts: Map<string, number>, key: string, by: number): void {
  const sum = (counts.get(key) ?? 0) + by;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}

/** The state of a link at a place. */
export function stateOf(place: Place): LinkState {
  if (place === "barred") return "refused";
  return place === "lane" || place === "resting" || place === "pool" ? "waiting" : place;
}
