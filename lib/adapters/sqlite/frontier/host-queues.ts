/** Queues of a host's links by group, best first, and the floors from which on their order is that of the newest model. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Head } from "../../../domain/frontier/frontier-policy.ts";
import { prepareAll } from "../transact.ts";

/** A group with links on more hosts than this has its heads in a table with an index, not in memory. */
const FEW_HOSTS = 4;

/**
 * Values of `host_queue.is_ready`. A queue is set aside when its host is found unready, and no longer when the host is
 * ready again. Most queues of a host are never met while it is unready, so their rows need not change with each lease.
 */
const SET_ASIDE = 0;
const READY = 1;

/**
 * The queues of waiting links. A queue has the links of one host and group, ordered by an index of the table of links;
 * its head is its first link. One index entry of `host_queue` gives the head of all queues of a group on ready hosts. A
 * crawl of one host may have a thousand groups, whose row changes would dominate the cost of each draw. So the heads of
 * groups on few hosts are held in memory.
 */
export class HostQueues {
  readonly floors: QueueFloors;
  readonly #weights = new Map<string, number>();
  readonly #ids = new Map<string, number>();
  readonly #names = new Map<number, string>();
  /** Groups whose weight is not in the table yet: a strategy may set hundreds of weights before each draw. */
  readonly #weighed = new Set<string>();
  /** Numbers of queues whose head must be read again. */
  readonly #stale = new Set<number>();
  /** Queues whose head was found below their floor. */
  readonly #low = new Set<number>();
  /** Heads of groups on few hosts, one a host; empty queues have none. */
  readonly #held = new Map<number, readonly Head[]>();
  /** Groups with links on more than FEW_HOSTS hosts. */
  readonly #indexed = new Set<number>();
  /** Of such groups the first head on a ready host that was found, until a queue of theirs may have another. */
  readonly #firsts = new Map<number, Head | undefined>();
  readonly #unreadyHosts = new Set<number>();
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof statementsOf>;
  #lowest: StatementSync | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.floors = new QueueFloors(database);
    this.#statements = statementsOf(database);
    for (const { id, name, weight } of database.prepare("SELECT * FROM grp ORDER BY id").all()) {
      this.#remember(Number(id), String(name), Number(weight));
    }
    for (const { id } of database.prepare("SELECT id FROM host WHERE availability <> 0").all()) {
      this.#unreadyHosts.add(Number(id));
    }
    this.#load();
  }

  /** Returns the number of a group, assigning one if it has none. */
  groupId(group: string): number {
    const known = this.#ids.get(group);
    if (known !== undefined) return known;
    const id = Number(this.#statements.insertGroup.run(group).lastInsertRowid);
    if (id >= MOST_GROUPS) throw new RangeError(`More than ${MOST_GROUPS} groups of links.`);
    this.#remember(id, group, 1);
    return id;
  }

  groupName(id: number): string {
    const name = this.#names.get(id);
    if (name === undefined) throw new RangeError(`No group has the number ${id}.`);
    return name;
  }

  /** Returns a group's weight; 1 when it was not set. */
  weightOf(group: string): number {
    return this.#weights.get(group) ?? 1;
  }

  weigh(group: string, weight: number): void {
    this.groupId(group);
    if (this.#weights.get(group) === weight) return;
    this.#weights.set(group, weight);
    this.#weighed.add(group);
  }

  /** Records that a link joined the queue of its host and group. */
  join(link: Head, group: string): void {
    const groupId = this.groupId(group);
    const queue = queueNumber(link.hostId, groupId);
    if (this.#indexed.has(groupId) || this.#stale.has(queue)) {
      this.#stale.add(queue);
      return;
    }
    for (const head of this.#held.get(groupId) ?? [])
      if (head.hostId === link.hostId && !isAhead(link, head)) return;
    this.#hold(groupId, link, link.hostId);
  }

  /** Records that a link left the queue of its host and group. */
  leave({ hostId, sequence }: Pick<Head, "hostId" | "sequence">, group: string): void {
    const groupId = this.groupId(group);
    // Where another link is the head, it stays.
    for (const head of this.#held.get(groupId) ?? [])
      if (head.hostId === hostId && head.sequence !== sequence) return;
    this.#stale.add(queueNumber(hostId, groupId));
  }

  /** Sets whether links may be drawn from a host. */
  setReady(hostId: number, isReady: boolean): void {
    if (!isReady) this.#unreadyHosts.add(hostId);
    else if (this.#unreadyHosts.delete(hostId) && this.#indexed.size > 0) {
      if (this.#statements.takeBack.run(hostId).changes > 0) this.#firsts.clear();
    }
  }

  isReady(hostId: number): boolean {
    return !this.#unreadyHosts.has(hostId);
  }

  /** Returns the first link of a group's queues on ready hosts: greatest key, then smallest sequence. */
  peek(group: string): Head | undefined {
    this.#refresh();
    const groupId = this.groupId(group);
    if (!this.#indexed.has(groupId)) return this.#peekHeld(this.#held.get(groupId));
    const known = this.#firsts.get(groupId);
    if (known === undefined ? this.#firsts.has(groupId) : this.isReady(known.hostId)) return known;
    const first = this.#firstReady(() => this.#statements.peek.get(groupId));
    this.#firsts.set(groupId, first);
    return first;
  }

  /** Returns the floor of the queue of a host and a group, `-Infinity` when it has none. */
  floorOf(hostId: number, group: string): number {
    return this.floors.of(queueNumber(hostId, this.groupId(group)));
  }

  /** Returns the queues whose head is below their floor. */
  takeLow(): readonly number[] {
    this.#refresh();
    if (this.#low.size === 0) return [];
    const low = [...this.#low].filter((queue) => {
      const head = this.#readHead(queue);
      return head !== undefined && head.key < this.floors.of(queue);
    });
    this.#low.clear();
    return low;
  }

  /** Returns whether the queues of ready hosts have any link. */
  isAnyReady(): boolean {
    this.#refresh();
    if (this.#indexed.size > 0 && this.#firstReady(() => this.#statements.any.get())) return true;
    for (const heads of this.#held.values()) if (this.#peekHeld(heads) !== undefined) return true;
    return false;
  }

  /** Returns the first link of a group that waits for the next layer, in the same order. */
  peekNextLayer(group: string): Head | undefined {
    return toHead(this.#statements.peekNextLayer.get(this.groupId(group)));
  }

  /**
   * Returns the waiting link of a group with the lowest priority, among equals the last admitted.
   * Its key is its priority.
   */
  peekLowest(group: string): Head | undefined {
    this.#lowest ??= this.#prepareLowest();
    return toHead(this.#lowest.get(this.groupId(group)));
  }

  /** Writes pending changes to the tables; must be called before a commit. */
  flush(): void {
    this.#refresh();
    for (const group of this.#weighed) {
      this.#statements.updateWeight.run(this.weightOf(group), this.groupId(group));
    }
    this.#weighed.clear();
  }

  /** Reads the heads of changed queues again. */
  #refresh(): void {
    if (this.#stale.size === 0) return;
    for (const queue of this.#stale) {
      const { hostId, groupId } = placeOf(queue);
      const head = this.#readHead(queue);
      if (head !== undefined && head.key < this.floors.of(queue)) this.#low.add(queue);
      if (!this.#indexed.has(groupId)) {
        this.#hold(groupId, head, hostId);
      } else if (head === undefined) {
        this.#statements.remove.run(hostId, groupId);
        this.#firsts.delete(groupId);
      } else {
        this.#put(groupId, head);
      }
    }
    this.#stale.clear();
  }

  #readHead(queue: number): Head | undefined {
    const { hostId, groupId } = placeOf(queue);
    return toHead(this.#statements.headOf.get(hostId, groupId));
  }

  /** Holds the head of a group on a host, none for an empty queue. */
  #hold(groupId: number, head: Head | undefined, hostId: number): void {
    const heads = head === undefined ? [] : [head];
    for (const each of this.#held.get(groupId) ?? []) if (each.hostId !== hostId) heads.push(each);
    this.#held.set(groupId, heads);
    if (heads.length <= FEW_HOSTS) return;
    this.#indexed.add(groupId);
    this.#held.delete(groupId);
    for (const each of heads) this.#put(groupId, each);
  }

  #put(groupId: number, { hostId, sequence, key }: Head): void {
    const isReady = this.#unreadyHosts.has(hostId) ? SET_ASIDE : READY;
    this.#statements.put.run(hostId, groupId, sequence, key, isReady);
    this.#firsts.delete(groupId);
  }

  /** Returns the first head that a query finds on a ready host; sets queues before it aside. */
  #firstReady(next: () => Record<string, unknown> | undefined): Head | undefined {
    for (;;) {
      const row = next();
      const head = toHead(row);
      if (head === undefined || !this.#unreadyHosts.has(head.hostId)) return head;
      this.#statements.setAside.run(head.hostId, Number(row?.["grp"]));
    }
  }

  #peekHeld(heads: readonly Head[] = []): Head | undefined {
    let best: Head | undefined;
    // Asked for each group at each draw: a step of a loop over a list is an object until V8 has compiled it for speed.
    for (let at = 0; at < heads.length; at += 1) {
      const head = heads[at];
      if (head === undefined || this.#unreadyHosts.has(head.hostId)) continue;
      if (best === undefined || isAhead(head, best)) best = head;
    }
    return best;
  }

  /**
   * Prepares the query for the lowest link. It creates the index when first needed: only crawls
   * that reach their capacity pay for it.
   */
  #prepareLowest(): StatementSync {
    this.#database.exec(
      `CREATE INDEX IF NOT EXISTS link_lowest ON link (grp, priority, id DESC) WHERE state < 3`,
    );
    return this.#database.prepare(
      `SELECT id AS sequence, host AS hostId, priority AS key FROM link INDEXED BY link_lowest
       WHERE grp = ? AND state < 3 ORDER BY priority, id DESC LIMIT 1`,
    );
  }

  /** Restores the queues as an earlier process left them. */
  #load(): void {
    for (const { grp } of this.#database.prepare("SELECT DISTINCT grp FROM host_queue").all()) {
      this.#indexed.add(Number(grp));
    }
    const queues = this.#database.prepare(
      `SELECT DISTINCT host, grp FROM link INDEXED BY link_queued
       WHERE state = 0 AND grp NOT IN (SELECT grp FROM host_queue)`,
    );
    for (const { host, grp } of queues.all()) {
      this.#stale.add(queueNumber(Number(host), Number(grp)));
    }
    for (const queue of this.floors.queues()) this.#stale.add(queue);
  }

  #remember(id: number, name: string, weight: number): void {
    this.#ids.set(name, id);
    this.#names.set(id, name);
    this.#weights.set(name, weight);
  }
}

function statementsOf(database: DatabaseSync) {
  return prepareAll(database, {
    insertGroup: "INSERT INTO grp (name, weight) VALUES (?, 1)",
    updateWeight: "UPDATE grp SET weight = ? WHERE id = ?",
    headOf: `SELECT id AS sequence, host AS hostId, key FROM link INDEXED BY link_queued
       WHERE host = ? AND grp = ? AND state = 0 ORDER BY key DESC, id LIMIT 1`,
    put: `INSERT INTO host_queue (host, grp, head, key, is_ready) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET head = excluded.head, key = excluded.key,
       is_ready = excluded.is_ready
       WHERE head IS NOT excluded.head OR key IS NOT excluded.key`,
    remove: "DELETE FROM host_queue WHERE host = ? AND grp = ?",
    setAside: "UPDATE host_queue SET is_ready = 0 WHERE host = ? AND grp = ?",
    takeBack: "UPDATE host_queue SET is_ready = 1 WHERE host = ? AND is_ready = 0",
    peek: `SELECT head AS sequence, host AS hostId, key, grp FROM host_queue INDEXED BY host_queue_ready
       WHERE grp = ? AND is_ready = 1 ORDER BY key DESC, head LIMIT 1`,
    any: `SELECT head AS sequence, host AS hostId, key, grp FROM host_queue INDEXED BY host_queue_ready
       WHERE is_ready = 1 LIMIT 1`,
    peekNextLayer: `SELECT id AS sequence, host AS hostId, key FROM link INDEXED BY link_next_layer
       WHERE grp = ? AND state = 2 ORDER BY key DESC, id LIMIT 1`,
  });
}

function isAhead(a: Head, b: Head): boolean {
  return a.key === b.key ? a.sequence < b.sequence : a.key > b.key;
}

function toHead(row: Record<string, unknown> | undefined): Head | undefined {
  if (row === undefined) return undefined;
  return {
    sequence: Number(row["sequence"]),
    hostId: Number(row["hostId"]),
    key: Number(row["key"]),
  };
}

/** Limit of groups: with more in one database two queues would share a number (2^20). */
const MOST_GROUPS = 0x10_0000;

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
class QueueFloors {
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
