import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Limit of groups: with more in one database two queues would share a number (2^20). */
export const MOST_GROUPS = 0x10_0000;

/** Returns the number of the queue of a host and a group. */
export function queueNumber(hostId: number, groupId: number): number {
  return hostId * MOST_GROUPS + groupId;
}

/** Returns the host and the group of a queue's number. */
export function placeOf(queue: number): { readonly hostId: number; readonly groupId: number } {
  const groupId = queue % MOST_GROUPS;
  return { hostId: (queue - groupId) / MOST_GROUPS, groupId };
}

/**
 * The key of each queue from which on its order is that of the last rescoring. Links below it may still
 * have the score of an older model. Neither their score nor the one they would get reaches it. Queues
 * without a floor have no such links.
 */
export class QueueFloors {
  readonly #floors = new Map<number, number>();
  readonly #put: StatementSync;
  readonly #remove: StatementSync;
  readonly #removeAll: StatementSync;

  constructor(database: DatabaseSync) {
    this.#put = database.prepare(
      "INSERT INTO queue_floor VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET floor = excluded.floor",
    );
    this.#remove = database.prepare("DELETE FROM queue_floor WHERE host = ? AND grp = ?");
    this.#removeAll = database.prepare("DELETE FROM queue_floor");
    for (const { host, grp, floor } of database.prepare("SELECT * FROM queue_floor").all()) {
      this.#floors.set(queueNumber(Number(host), Number(grp)), Number(floor));
    }
  }

  /** Returns the floor of a queue, `-Infinity` when it has none. */
  of(queue: number): number {
    return this.#floors.get(queue) ?? Number.NEGATIVE_INFINITY;
  }

  /** Returns the queues that have a floor. */
  queues(): Iterable<number> {
    return this.#floors.keys();
  }

  /** Sets the floor of a queue; `-Infinity` for none. */
  set(queue: number, floor: number): void {
    const { hostId, groupId } = placeOf(queue);
    if (floor > Number.NEGATIVE_INFINITY) {
      this.#floors.set(queue, floor);
      this.#put.run(hostId, groupId, floor);
    } else if (this.#floors.delete(queue)) {
      this.#remove.run(hostId, groupId);
    }
  }

  /** Sets the floors of all queues. */
  replace(floors: ReadonlyMap<number, number>): void {
    if (this.#floors.size > 0) this.#removeAll.run();
    this.#floors.clear();
    for (const [queue, floor] of floors) this.set(queue, floor);
  }
}
