import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import type { Door, HostSlot, HostTable } from "../../domain/frontier/frontier-tables.ts";
import { newSlot } from "../../domain/frontier/host-slots.ts";
import type { Host } from "../../domain/url/url.ts";
import { DOORS } from "./sqlite-frontier-codes.ts";
import { countHosts } from "./sqlite-frontier-count.ts";
import type { SqliteFrontierOrders } from "./sqlite-frontier-orders.ts";

/** Names held in memory, to spare look-ups; when there are more, all are dropped and gathered again. */
const MOST_NAMES = 100_000;

/** Columns that make a slot. */
const SLOT = `id, leased, next_allowed_at, delay_ms, base_delay_ms, crawl_delay_ms, troubles,
  not_before`;

/** Rows of hosts, by number. */
export class SqliteFrontierHosts implements HostTable {
  readonly #policy: FrontierPolicy;
  readonly #orders: SqliteFrontierOrders;
  readonly #names = new Map<Host, { readonly id: number; isAdmitted: boolean }>();
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  readonly #setAdmitted: StatementSync;
  readonly #read: StatementSync;
  readonly #write: StatementSync;
  readonly #pacedOtherwise: StatementSync;
  readonly #due: StatementSync;
  readonly #setDoor: StatementSync;
  readonly #nextSlot: StatementSync;
  #count: number;

  constructor(database: DatabaseSync, policy: FrontierPolicy, orders: SqliteFrontierOrders) {
    this.#policy = policy;
    this.#orders = orders;
    this.#find = database.prepare("SELECT id, is_admitted FROM host WHERE name = ?");
    this.#insert = database.prepare(
      `INSERT INTO host (name, is_admitted, door, leased, next_allowed_at, delay_ms, base_delay_ms,
       crawl_delay_ms, troubles, not_before) VALUES (?, 0, 0, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#setAdmitted = database.prepare("UPDATE host SET is_admitted = 1 WHERE id = ?");
    this.#read = database.prepare(`SELECT ${SLOT} FROM host WHERE id = ?`);
    this.#pacedOtherwise = database.prepare(
      `SELECT ${SLOT} FROM host WHERE base_delay_ms <> max(?, crawl_delay_ms)`,
    );
    this.#write = database.prepare(
      `UPDATE host SET door = ?, leased = ?, next_allowed_at = ?, delay_ms = ?, base_delay_ms = ?,
       crawl_delay_ms = ?, troubles = ?, not_before = ? WHERE id = ?`,
    );
    this.#due = database.prepare("SELECT id FROM host WHERE door = 1 AND next_allowed_at <= ?");
    this.#setDoor = database.prepare("UPDATE host SET door = ? WHERE id = ?");
    this.#nextSlot = database.prepare(
      `SELECT next_allowed_at AS slot FROM host INDEXED BY host_resting
       WHERE door = 1 AND EXISTS (SELECT 1 FROM lane WHERE host = host.id AND first IS NOT NULL)
       ORDER BY next_allowed_at LIMIT 1`,
    );
    this.#count = countHosts(database);
  }

  /** The number of a host, `undefined` for one never named. */
  find(name: Host): number | undefined {
    return this.#known(name)?.id;
  }

  /** The number of a host, which is made where there is none. */
  idOf(name: Host): number {
    return (this.#known(name) ?? this.#create(name)).id;
  }

  /** Counts the host of a URL that is admitted, once; returns its number. */
  admit(name: Host): number {
    const host = this.#known(name) ?? this.#create(name);
    if (!host.isAdmitted) {
      this.#setAdmitted.run(host.id);
      host.isAdmitted = true;
      this.#count += 1;
    }
    return host.id;
  }

  read(hostId: number): HostSlot {
    const row = this.#read.get(hostId);
    if (row === undefined) throw new RangeError(`No host has the number ${hostId}.`);
    return toSlot(row);
  }

  write(slot: HostSlot, door: Door): void {
    this.#write.run(DOORS.indexOf(door), ...columns(slot), slot.hostId);
    if (door === "open") this.#orders.open(slot.hostId);
    else this.#orders.close(slot.hostId);
  }

  pacedOtherwise(minDelayMs: number): readonly HostSlot[] {
    return this.#pacedOtherwise.all(minDelayMs).map(toSlot);
  }

  open(by: number): readonly number[] {
    const due = this.#due.all(by).map(({ id }) => Number(id));
    for (const id of due) {
      this.#setDoor.run(DOORS.indexOf("open"), id);
      this.#orders.open(id);
    }
    return due;
  }

  nextSlot(): number | undefined {
    const row = this.#nextSlot.get();
    return row && Number(row["slot"]);
  }

  count(): number {
    return this.#count;
  }

  #known(name: Host): { readonly id: number; isAdmitted: boolean } | undefined {
    const held = this.#names.get(name);
    if (held !== undefined) return held;
    const row = this.#find.get(name);
    return row && this.#hold(name, Number(row["id"]), row["is_admitted"] === 1);
  }

  #create(name: Host): { readonly id: number; isAdmitted: boolean } {
    const slot = newSlot(0, this.#policy);
    const { lastInsertRowid } = this.#insert.run(name, ...columns(slot));
    return this.#hold(name, Number(lastInsertRowid), false);
  }

  #hold(name: Host, id: number, isAdmitted: boolean): { readonly id: number; isAdmitted: boolean } {
    if (this.#names.size >= MOST_NAMES) this.#names.clear();
    const host = { id, isAdmitted };
    this.#names.set(name, host);
    return host;
  }
}

function toSlot(row: Record<string, unknown>): HostSlot {
  const pace = {
    delayMs: Number(row["delay_ms"]),
    baseDelayMs: Number(row["base_delay_ms"]),
    crawlDelayMs: Number(row["crawl_delay_ms"]),
    troubles: Number(row["troubles"]),
    notBefore: Number(row["not_before"]),
  };
  return {
    hostId: Number(row["id"]),
    pace,
    nextAllowedAt: Number(row["next_allowed_at"]),
    leased: Number(row["leased"]),
  };
}

function columns({ leased, nextAllowedAt, pace }: HostSlot): number[] {
  const { delayMs, baseDelayMs, crawlDelayMs, troubles, notBefore } = pace;
  return [leased, nextAllowedAt, delayMs, baseDelayMs, crawlDelayMs, troubles, notBefore];
}
