import type { LinkSummary } from "../../../domain/frontier/link.ts";
import type { Rescore } from "../../../ports/frontier.ts";
import { type HostQueues, queueNumber } from "./host-queues.ts";

/** One link in so many of its queue is written at least. */
const ONE_IN = 16;

/** Where there is no link, or no priority for which one is written. */
const NONE = -1;

/** A waiting link as its queue sees it, and the model that scored it. */
export type QueuedPlace = Pick<
  LinkSummary,
  "sequence" | "hostId" | "group" | "state" | "priority" | "depth"
> & {
  readonly model: string;
  /** What is kept of it for its next score. */
  readonly packed: Uint8Array | undefined;
};

/** What follows from the new scores of queues. */
export interface Decided {
  /** Of the queues of which not all links are written. */
  readonly floors: ReadonlyMap<number, number>;
  /** Sequences of the links that must be written, in order. */
  readonly toWrite: readonly number[];
}

/**
 * The new scores of waiting links, by queue, to find out which of them must be written. Most of hundreds of queues have a
 * few links, so that lists for each were most of what they cost.
 */
export class ScoredQueues {
  /** The last link of each queue by the queue's number. */
  readonly #lastOf = new Map<number, number>();
  /** Links to write wherever they are in their queue. */
  readonly #always: number[] = [];
  /** By link: the link before it in its queue, its sequence, its priority by the new model, the greater of this and that in its row. */
  readonly #before: number[] = [];
  readonly #sequences: number[] = [];
  readonly #fresh: number[] = [];
  readonly #most: number[] = [];

  /** Adds a link; `undefined` when it keeps its score. */
  add(link: QueuedPlace, given: Rescore | undefined, queues: Pick<HostQueues, "groupId">): void {
    const { sequence, hostId, state, priority } = link;
    const group = given?.group ?? link.group;
    const fresh = given?.priority ?? priority;
    // A link that changes its group, or waits elsewhere than in a queue, is in no order of its new queue.
    const isWritten = given !== undefined && (group !== link.group || state !== "queued");
    if (isWritten) this.#always.push(sequence);
    const queue = queueNumber(hostId, queues.groupId(group));
    this.#before.push(this.#lastOf.get(queue) ?? NONE);
    this.#lastOf.set(queue, this.#sequences.push(sequence) - 1);
    this.#fresh.push(fresh);
    this.#most.push(given === undefined || isWritten ? NONE : Math.max(fresh, priority));
  }

  /** Returns which links are written. */
  decide(): Decided {
    const floors = new Map<number, number>();
    const toWrite = [...this.#always];
    for (const [queue, last] of this.#lastOf) {
      const floor = this.#floorOf(last);
      for (let at = last; at !== NONE; at = this.#before[at] ?? NONE) {
        const most = this.#most[at] ?? NONE;
        if (most >= floor) toWrite.push(this.#sequences[at] ?? 0);
        else if (most !== NONE) floors.set(queue, floor);
      }
    }
    return { floors, toWrite: toWrite.sort((a, b) => a - b) };
  }

  /** Returns the priority of the last link that is written at least of the queue with this one; of a few it is the first. */
  #floorOf(last: number): number {
    const fresh: number[] = [];
    for (let at = last; at !== NONE; at = this.#before[at] ?? NONE)
      fresh.push(this.#fresh[at] ?? 0);
    if (fresh.length <= ONE_IN) return Math.max(...fresh);
    const sorted = Float64Array.from(fresh).sort();
    return sorted[sorted.length - Math.ceil(sorted.length / ONE_IN)] ?? 0;
  }
}
