import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Head, OrderTable } from "../../domain/frontier/frontier-tables.ts";

/** More groups than this in one database would make two lanes share a number: 2^20. */
const MOST_GROUPS = 0x10_0000;

/** So many lanes of a group are held in memory; more are found by an index. */
const FEW_LANES = 4;

/** Values of `lane.is_open`. */
const CLOSED = 0;
const OPEN = 1;
const HELD = 2;

/**
 * Orders as index scans. A lane is the links of one host and group; `lane.first` names its first
 * link, so that the first of all lanes of open hosts is one index entry away. Where a crawl of one host
 * has a thousand groups, to open and close their lanes in the table at each draw would be most of its
 * work: the firsts of groups that stand on few hosts are held in memory.
 */
export class SqliteFrontierOrders implements OrderTable {
  readonly #weights = new Map<string, number>();
  readonly #ids = new Map<string, number>();
  readonly #names = new Map<number, string>();
  /** Lanes that changed since the last refresh: host × MOST_GROUPS + group. */
  readonly #changed = new Set<number>();
  /** Firsts by host, of groups on few hosts. */
  readonly #held = new Map<number, Map<number, Head | undefined>>();
  /** Groups on more hosts. */
  readonly #indexed = new Set<number>();
  readonly #closedHosts = new Set<number>();
  readonly #database: DatabaseSync;
  readonly #insertGroup: StatementSync;
  readonly #updateWeight: StatementSync;
  readonly #firstOfLane: StatementSync;
  readonly #putLane: StatementSync;
  readonly #setLane: StatementSync;
  readonly #setLanes: StatementSync;
  readonly #first: StatementSync;
  readonly #anyOpen: StatementSync;
  readonly #firstPooled: StatementSync;
  #lowest: StatementSync | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#insertGroup = database.prepare("INSERT INTO grp (name, weight) VALUES (?, 1)");
    this.#updateWeight = database.prepare("UPDATE grp SET weight = ? WHERE id = ?");
    this.#firstOfLane = database.prepare(
      `SELECT id, key FROM link INDEXED BY link_lane WHERE host = ? AND grp = ? AND place = 0
       ORDER BY key DESC, id LIMIT 1`,
    );
    this.#putLane = database.prepare(
      `INSERT INTO lane (host, grp, first, key, is_open)
       VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT DO UPDATE SET first = excluded.first, key = excluded.key
       WHERE first IS NOT excluded.first OR key IS NOT excluded.key`,
    );
    this.#setLane = database.prepare("UPDATE lane SET is_open = ? WHERE host = ? AND grp = ?");
    this.#setLanes = database.prepare(
      "UPDATE lane SET is_open = ?1 WHERE host = ?2 AND is_open = 1 - ?1",
    );
    this.#anyOpen = database.prepare(
      `SELECT 1 FROM lane INDEXED BY lane_open WHERE is_open = 1 AND first IS NOT NULL LIMIT 1`,
    );
    this.#first = database.prepare(
      `SELECT first AS sequence, host AS hostId, key FROM lane INDEXED BY lane_open
       WHERE grp = ? AND is_open = 1 AND first IS NOT NULL ORDER BY key DESC, first LIMIT 1`,
    );
    this.#firstPooled = database.prepare(
      `SELECT id AS sequence, host AS hostId, key FROM link INDEXED BY link_pool
       WHERE grp = ? AND place = 2 ORDER BY key DESC, id LIMIT 1`,
    );
    for (const { id, name, weight } of database.prepare("SELECT * FROM grp ORDER BY id").all()) {
      this.#remember(Number(id), String(name), Number(weight));
    }
    for (const { id } of database.prepare("SELECT id FROM host WHERE door <> 0").all()) {
      this.#closedHosts.add(Number(id));
    }
    this.#recall();
  }

  /** The number of a group, which is made where there is none. */
  idOf(group: string): number {
    const known = this.#ids.get(group);
    if (known !== undefined) return known;
    const id = Number(this.#insertGroup.run(group).lastInsertRowid);
    if (id >= MOST_GROUPS) throw new RangeError(`More than ${MOST_GROUPS} groups of links.`);
    this.#remember(id, group, 1);
    return id;
  }

  nameOf(id: number): string {
    const name = this.#names.get(id);
    if (name === undefined) throw new RangeError(`No group has the number ${id}.`);
    return name;
  }

  /** Says that a lane gained, lost or re-ordered a link. */
  changed(hostId: number, groupId: number): void {
    this.#changed.add(hostId * MOST_GROUPS + groupId);
  }

  refresh(): void {
    for (const lane of this.#changed) {
      const groupId = lane % MOST_GROUPS;
      const hostId = (lane - groupId) / MOST_GROUPS;
      const first = this.#firstOfLane.get(hostId, groupId);
      const head = first && toHead({ sequence: first["id"], hostId, key: first["key"] });
      const isOpen = this.#indexed.has(groupId) ? this.#openness(hostId) : HELD;
      this.#putLane.run(hostId, groupId, head?.sequence ?? null, head?.key ?? null, isOpen);
      if (isOpen === HELD) this.#hold(groupId, hostId, head);
    }
    this.#changed.clear();
  }

  /** Says that a host may be drawn from. */
  open(hostId: number): void {
    this.#closedHosts.delete(hostId);
    if (this.#indexed.size > 0) this.#setLanes.run(OPEN, hostId);
  }

  /** Says that a host may not be drawn from. */
  close(hostId: number): void {
    this.#closedHosts.add(hostId);
    if (this.#indexed.size > 0) this.#setLanes.run(CLOSED, hostId);
  }

  first(group: string): Head | undefined {
    const groupId = this.idOf(group);
    if (this.#indexed.has(groupId)) return toHead(this.#first.get(groupId));
    return this.#firstHeld(this.#held.get(groupId));
  }

  isAnyOpen(): boolean {
    if (this.#indexed.size > 0 && this.#anyOpen.get() !== undefined) return true;
    const held = Iterator.from(this.#held.values());
    return held.some((firsts) => this.#firstHeld(firsts) !== undefined);
  }

  firstPooled(group: string): Head | undefined {
    return toHead(this.#firstPooled.get(this.idOf(group)));
  }

  lowest(group: string): Head | undefined {
    this.#lowest ??= this.#prepareLowest();
    return toHead(this.#lowest.get(this.idOf(group)));
  }

  weightOf(group: string): number {
    return this.#weights.get(group) ?? 1;
  }

  weigh(group: string, weight: number): void {
    this.#updateWeight.run(weight, this.idOf(group));
    this.#weights.set(group, weight);
  }

  /** The index is made when it is first needed: only crawls that reach their capacity pay for it. */
  #prepareLowest(): StatementSync {
    this.#database.exec(
      `CREATE INDEX IF NOT EXISTS link_lowest ON link (grp, priority, id DESC) WHERE place < 3`,
    );
    return this.#database.prepare(
      `SELECT id AS sequence, host AS hostId, priority AS key FROM link INDEXED BY link_lowest
       WHERE grp = ? AND place < 3 ORDER BY priority, id DESC LIMIT 1`,
    );
  }

  #firstHeld(firsts: ReadonlyMap<number, Head | undefined> | undefined): Head | undefined {
    let best: Head | undefined;
    for (const first of firsts?.values() ?? []) {
      if (first === undefined || this.#closedHosts.has(first.hostId)) continue;
      if (best === undefined || isAhead(first, best)) best = first;
    }
    return best;
  }

  #hold(groupId: number, hostId: number, head: Head | undefined): void {
    const firsts = this.#held.get(groupId) ?? new Map<number, Head | undefined>();
    this.#held.set(groupId, firsts.set(hostId, head));
    if (firsts.size <= FEW_LANES) return;
    this.#indexed.add(groupId);
    this.#held.delete(groupId);
    for (const host of firsts.keys()) this.#setLane.run(this.#openness(host), host, groupId);
  }

  #openness(hostId: number): number {
    return this.#closedHosts.has(hostId) ? CLOSED : OPEN;
  }

  /** Takes up the lanes as an earlier process left them. */
  #recall(): void {
    const indexed = this.#database.prepare("SELECT DISTINCT grp FROM lane WHERE is_open <> 2");
    for (const { grp } of indexed.all()) this.#indexed.add(Number(grp));
    const held = this.#database.prepare(
      "SELECT grp, host AS hostId, first AS sequence, key FROM lane WHERE is_open = 2",
    );
    for (const row of held.all()) {
      const head = row["sequence"] === null ? undefined : toHead(row);
      this.#hold(Number(row["grp"]), Number(row["hostId"]), head);
    }
  }

  #remember(id: number, name: string, weight: number): void {
    this.#ids.set(name, id);
    this.#names.set(id, name);
    this.#weights.set(name, weight);
  }
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
