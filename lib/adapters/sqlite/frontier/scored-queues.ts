import type { LinkSummary } from "../../../domain/frontier/link.ts";
import type { Rescore } from "../../../ports/frontier.ts";
import { type HostQueues, queueNumber } from "./host-queues.ts";

/** One link in so many of its queue is written at least. */
const ONE_IN = 16;

/** A waiting link as its queue sees it, and the model that scored it. */
export type QueuedPlace = Pick<
  LinkSummary,
  "sequence" | "hostId" | "group" | "state" | "priority" | "depth"
> & {
  readonly model: string;
  /** What is kept of it for its next score. */
  readonly packed: Uint8Array | undefined;
};

/** Links of one queue with their scores. */
interface ScoredQueue {
  readonly sequences: number[];
  /** Priorities by the new model, and the greater of these and those in the rows. */
  readonly fresh: number[];
  readonly most: number[];
}

/** The new scores of waiting links, by queue, to find out which of them must be written. */
export class ScoredQueues {
  readonly #queues = new Map<number, ScoredQueue>();
  /** Links to write wherever they are in their queue. */
  readonly #always: number[] = [];
  #floors: ReadonlyMap<number, number> | undefined;
  #last = 0;

  /** Sequence of the last link that was added. */
  get last(): number {
    return this.#last;
  }

  /** Adds a link; `undefined` when it keeps its score. */
  add(link: QueuedPlace, given: Rescore | undefined, queues: Pick<HostQueues, "groupId">): void {
    const { sequence, hostId, state, priority } = link;
    this.#last = sequence;
    const group = given?.group ?? link.group;
    const fresh = given?.priority ?? priority;
    const scored = this.#queueOf(queueNumber(hostId, queues.groupId(group)));
    // A link that changes its group, or waits elsewhere than in a queue, is in no order of its new queue.
    const isWritten = given !== undefined && (group !== link.group || state !== "queued");
    if (isWritten) this.#always.push(sequence);
    scored.sequences.push(sequence);
    scored.fresh.push(fresh);
    scored.most.push(given === undefined || isWritten ? -1 : Math.max(fresh, priority));
  }

  /** Returns the floors of the queues of which not all links are written. */
  floors(): ReadonlyMap<number, number> {
    this.#floors ??= this.#findFloors();
    return this.#floors;
  }

  /** Returns the sequences of the links that must be written, in order. */
  toWrite(): readonly number[] {
    const floors = this.floors();
    const found = [...this.#always];
    for (const [queue, { sequences, most }] of this.#queues) {
      const floor = floors.get(queue) ?? 0;
      for (let at = 0; at < sequences.length; at += 1)
        if ((most[at] ?? -1) >= floor) found.push(sequences[at] ?? 0);
    }
    return found.sort((a, b) => a - b);
  }

  #queueOf(queue: number): ScoredQueue {
    const known = this.#queues.get(queue);
    if (known !== undefined) return known;
    const made = { sequences: [], fresh: [], most: [] };
    this.#queues.set(queue, made);
    return made;
  }

  #findFloors(): ReadonlyMap<number, number> {
    const floors = new Map<number, number>();
    for (const [queue, { fresh, most }] of this.#queues) {
      const floor = floorOf(fresh);
      if (most.some((priority) => priority >= 0 && priority < floor)) floors.set(queue, floor);
    }
    return floors;
  }
}

/** Returns the priority of the last link that is written at least. Most queues have a few links, of which it is the first. */
function floorOf(fresh: readonly number[]): number {
  if (fresh.length <= ONE_IN) return Math.max(...fresh);
  const sorted = Float64Array.from(fresh).sort();
  return sorted[sorted.length - Math.ceil(sorted.length / ONE_IN)] ?? 0;
}
