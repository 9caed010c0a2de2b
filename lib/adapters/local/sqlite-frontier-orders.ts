import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Head, OrderTable } from "../../domain/frontier/frontier-tables.ts";

/** More groups than this in one database would make two lanes share a number: 2^20. */
const MOST_GROUPS = 0x10_0000;

/**
 * Orders as index scans. A lane is the links of one host and group; `lane.first` names its first
 * link, so that the first of all lanes of open hosts is one index entry away.
 */
export class SqliteFrontierOrders implements OrderTable {
  readonly #weights = new Map<string, number>();
  readonly #ids = new Map<string, number>();
  readonly #names = new Map<number, string>();
  /** Lanes that changed since the last refresh: host × MOST_GROUPS + group. */
  readonly #changed = new Set<number>();
  readonly #database: DatabaseSync;
  readonly #insertGroup: StatementSync;
  readonly #updateWeight: StatementSync;
  readonly #firstOfLane: StatementSync;
  readonly #putLane: StatementSync;
  readonly #first: StatementSync;
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
       VALUES (?1, ?2, ?3, ?4, (SELECT door = 0 FROM host WHERE id = ?1))
       ON CONFLICT DO UPDATE SET first = excluded.first, key = excluded.key
       WHERE first IS NOT excluded.first OR key IS NOT excluded.key`,
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
      this.#putLane.run(hostId, groupId, first?.["id"] ?? null, first?.["key"] ?? null);
    }
    this.#changed.clear();
  }

  first(group: string): Head | undefined {
    return toHead(this.#first.get(this.idOf(group)));
  }

  firstPooled(group: string): Head | undefined {
    return toHead(this.#firstPooled.get(this.idOf(group)));
  }

  lowest(group: string): Head | undefined {
    this.#lowest ??= this.#prepareLowest();
    return toHead(this.#lowest.get(this.idOf(group)));
  }

  groups(): ReadonlyMap<string, number> {
    return this.#weights;
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

  #remember(id: number, name: string, weight: number): void {
    this.#ids.set(name, id);
    this.#names.set(id, name);
    this.#weights.set(name, weight);
  }
}

function toHead(row: Record<string, unknown> | undefined): Head | undefined {
  if (row === undefined) return undefined;
  return {
    sequence: Number(row["sequence"]),
    hostId: Number(row["hostId"]),
    key: Number(row["key"]),
  };
}
