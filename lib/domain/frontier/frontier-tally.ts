import { isWaiting, type LinkState, linkStateOf, type StoredState } from "./link.ts";

/** Number of URLs of a group that have a state for a reason. */
export interface StateCount {
  readonly state: StoredState;
  /** `""` for links that wait or are leased. */
  readonly reason: string;
  /** `""` also for filtered URLs, which have no group. */
  readonly group: string;
  /** Negative when URLs leave the state. */
  readonly count: number;
}

/** Running counts of URLs by state and reason, and of waiting links by group. */
export class FrontierTally {
  readonly #states: Record<StoredState, number> = {
    queued: 0,
    postponed: 0,
    "next-layer": 0,
    leased: 0,
    fetched: 0,
    refused: 0,
    failed: 0,
    cut: 0,
    filtered: 0,
  };
  readonly #reasons = new Map<string, number>();
  readonly #waitingByGroup = new Map<string, number>();

  constructor(counts: Iterable<StateCount>) {
    for (const count of counts) this.add(count);
  }

  /** Counts URLs into a state, or out of it if the count is negative. */
  add({ state, reason, group, count }: StateCount): void {
    this.#states[state] += count;
    if (isWaiting(state)) change(this.#waitingByGroup, group, count);
    if (reason !== "") change(this.#reasons, `${linkStateOf(state)}:${reason}`, count);
  }

  at(state: StoredState): number {
    return this.#states[state];
  }

  waiting(): number {
    return this.#states.queued + this.#states.postponed + this.#states["next-layer"];
  }

  /** Returns the waiting links by group, without empty groups; a live view of the counts. */
  waitingByGroup(): ReadonlyMap<string, number> {
    return this.#waitingByGroup;
  }

  states(): Record<LinkState, number> {
    const { leased, fetched, failed, cut } = this.#states;
    const refused = this.#states.refused + this.#states.filtered;
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
