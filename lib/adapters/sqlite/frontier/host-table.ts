import type { DatabaseSync } from "node:sqlite";
import type { FrontierPolicy } from "../../../domain/frontier/frontier-policy.ts";
import {
  type Availability,
  type HostSchedule,
  newSchedule,
} from "../../../domain/frontier/host-schedule.ts";
import type { Host } from "../../../domain/web/url/url.ts";
import { prepareAll } from "../transact.ts";
import type { HostQueues } from "./host-queues.ts";
import { countHosts } from "./read-frontier.ts";

/** Hosts held in memory, to save look-ups. When there are more, all are dropped and collected again. */
const MOST_HELD = 20_000;

/** Availabilities by their number in `host.availability`; the index of the schema names "delayed". */
const AVAILABILITIES: readonly Availability[] = ["ready", "delayed", "busy", "parked", "full"];

/** Columns of a schedule. */
const SCHEDULE = `id, server, leased, next_allowed_at, delay_ms, base_delay_ms, crawl_delay_ms,
  consecutive_failures, not_before`;

/** The rows of hosts, by number. */
export class HostTable {
  readonly #policy: Pick<FrontierPolicy, "minDelayMs">;
  readonly #queues: HostQueues;
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #names = new Map<Host, { readonly id: number; isAdmitted: boolean }>();
  readonly #schedules = new Map<number, HostSchedule>();
  /** Hosts that wait for their next slot. The set is often empty, which saves a query. */
  readonly #delayed: Set<number>;
  /** Hosts that wait for their turn at an address; this too saves queries. */
  readonly #parked: Set<number>;
  #count: number;

  constructor(
    database: DatabaseSync,
    policy: Pick<FrontierPolicy, "minDelayMs">,
    queues: HostQueues,
  ) {
    this.#policy = policy;
    this.#queues = queues;
    this.#statements = statementsOf(database);
    this.#count = countHosts(database);
    this.#delayed = new Set(this.#withAvailability("delayed"));
    this.#parked = new Set(this.#withAvailability("parked"));
  }

  /** Returns the number of a host; `undefined` for a host of no known URL. */
  find(name: Host): number | undefined {
    return this.#known(name)?.id;
  }

  /** Returns the number of a host, assigning one if it has none. */
  idOf(name: Host): number {
    return (this.#known(name) ?? this.#create(name)).id;
  }

  /** Returns the number of the host of an admitted URL, and counts the host. */
  admit(name: Host): number {
    const host = this.#known(name) ?? this.#create(name);
    if (!host.isAdmitted) {
      this.#statements.setAdmitted.run(host.id);
      host.isAdmitted = true;
      this.#count += 1;
    }
    return host.id;
  }

  /** Returns the name of a host by its number. */
  nameOf(hostId: number): string {
    return String(this.#statements.name.get(hostId)?.["name"]);
  }

  /** Returns whether an admitted URL has this host. */
  isAdmitted(name: Host): boolean {
    return this.#known(name)?.isAdmitted === true;
  }

  read(hostId: number): HostSchedule {
    const held = this.#schedules.get(hostId);
    if (held !== undefined) return held;
    const row = this.#statements.read.get(hostId);
    if (row === undefined) throw new RangeError(`No host has the number ${hostId}.`);
    return this.#hold(toSchedule(row));
  }

  write(schedule: HostSchedule, availability: Availability): void {
    const code = AVAILABILITIES.indexOf(availability);
    this.#statements.write.run(code, ...columns(schedule), schedule.hostId);
    this.#hold(schedule);
    this.#set(schedule.hostId, availability);
  }

  /** Returns the hosts whose sites have all their pages, as an earlier process left them. */
  full(): readonly number[] {
    return this.#withAvailability("full");
  }

  /** Lets a host wait for its turn at a server or an address; that of the greatest value is first. */
  park(hostId: number, at: number, value: number): void {
    this.#statements.park.run(at, value, hostId);
    this.#set(hostId, "parked");
  }

  isParked(hostId: number): boolean {
    return this.#parked.has(hostId);
  }

  /** Makes the first host ready that is parked at a server; returns false when there is none. */
  unparkFirst(at: number): boolean {
    const row = this.#parked.size === 0 ? undefined : this.#statements.firstParked.get(at);
    if (row === undefined) return false;
    const hostId = Number(row["id"]);
    this.#statements.makeReady.run(hostId);
    this.#set(hostId, "ready");
    return true;
  }

  /** Makes delayed hosts ready whose slot has come by a time (ms since the epoch), and returns them. */
  wake(by: number): readonly number[] {
    if (this.#delayed.size === 0) return [];
    const due = this.#statements.wake.all(by).map(({ id }) => Number(id));
    for (const id of due) this.#set(id, "ready");
    return due;
  }

  /** Returns the earliest slot of a delayed host that has a link in its queues, in ms since the epoch. */
  nextSlot(): number | undefined {
    if (this.#delayed.size === 0) return undefined;
    const row = this.#statements.nextSlot.get();
    return row && Number(row["slot"]);
  }

  /** Returns the schedules of hosts whose base delay is not the larger of `minDelayMs` and their crawl delay. */
  withOtherBaseDelay(minDelayMs: number): readonly HostSchedule[] {
    return this.#statements.withOtherBaseDelay.all(minDelayMs).map(toSchedule);
  }

  /** Counts the hosts of admitted URLs. */
  count(): number {
    return this.#count;
  }

  #withAvailability(availability: Availability): number[] {
    const rows = this.#statements.withAvailability.all(AVAILABILITIES.indexOf(availability));
    return rows.map(({ id }) => Number(id));
  }

  #set(hostId: number, availability: Availability): void {
    if (availability === "delayed") this.#delayed.add(hostId);
    else this.#delayed.delete(hostId);
    if (availability === "parked") this.#parked.add(hostId);
    else this.#parked.delete(hostId);
    this.#queues.setReady(hostId, availability === "ready");
  }

  #hold(schedule: HostSchedule): HostSchedule {
    if (this.#schedules.size >= MOST_HELD) this.#schedules.clear();
    this.#schedules.set(schedule.hostId, schedule);
    return schedule;
  }

  #known(name: Host): { readonly id: number; isAdmitted: boolean } | undefined {
    const held = this.#names.get(name);
    if (held !== undefined) return held;
    const row = this.#statements.find.get(name);
    return row && this.#holdName(name, Number(row["id"]), row["is_admitted"] === 1);
  }

  #create(name: Host): { readonly id: number; isAdmitted: boolean } {
    const schedule = newSchedule(0, this.#policy);
    const { lastInsertRowid } = this.#statements.insert.run(name, ...columns(schedule));
    return this.#holdName(name, Number(lastInsertRowid), false);
  }

  #holdName(
    name: Host,
    id: number,
    isAdmitted: boolean,
  ): { readonly id: number; isAdmitted: boolean } {
    if (this.#names.size >= MOST_HELD) this.#names.clear();
    const host = { id, isAdmitted };
    this.#names.set(name, host);
    return host;
  }
}

function statementsOf(database: DatabaseSync) {
  return prepareAll(database, {
    find: "SELECT id, is_admitted FROM host WHERE name = ?",
    insert: `INSERT INTO host (name, is_admitted, availability, server, leased, next_allowed_at, delay_ms,
       base_delay_ms, crawl_delay_ms, consecutive_failures, not_before, parked_at)
       VALUES (?, 0, 0, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
    setAdmitted: "UPDATE host SET is_admitted = 1 WHERE id = ?",
    read: `SELECT ${SCHEDULE} FROM host WHERE id = ?`,
    write: `UPDATE host SET availability = ?, server = ?, leased = ?, next_allowed_at = ?, delay_ms = ?,
       base_delay_ms = ?, crawl_delay_ms = ?, consecutive_failures = ?, not_before = ?, parked_at = 0
       WHERE id = ?`,
    withOtherBaseDelay: `SELECT ${SCHEDULE} FROM host WHERE base_delay_ms <> max(?, crawl_delay_ms)`,
    withAvailability: "SELECT id FROM host WHERE availability = ?",
    wake: `UPDATE host SET availability = 0, parked_at = 0
       WHERE availability = 1 AND next_allowed_at <= ? RETURNING id`,
    makeReady: "UPDATE host SET availability = 0, parked_at = 0 WHERE id = ?",
    name: "SELECT name FROM host WHERE id = ?",
    park: "UPDATE host SET availability = 3, parked_at = ?, park_value = ? WHERE id = ?",
    firstParked: `SELECT id FROM host INDEXED BY host_parked WHERE parked_at = ? AND parked_at > 0
       ORDER BY park_value DESC, id LIMIT 1`,
    nextSlot: `SELECT next_allowed_at AS slot FROM host INDEXED BY host_delayed
       WHERE availability = 1 AND EXISTS
       (SELECT 1 FROM link INDEXED BY link_queued WHERE host = host.id AND state = 0)
       ORDER BY next_allowed_at LIMIT 1`,
  });
}

function toSchedule(row: Record<string, unknown>): HostSchedule {
  const pace = {
    delayMs: Number(row["delay_ms"]),
    baseDelayMs: Number(row["base_delay_ms"]),
    crawlDelayMs: Number(row["crawl_delay_ms"]),
    consecutiveFailures: Number(row["consecutive_failures"]),
    notBefore: Number(row["not_before"]),
  };
  return {
    hostId: Number(row["id"]),
    serverId: Number(row["server"]),
    pace,
    nextAllowedAt: Number(row["next_allowed_at"]),
    leased: Number(row["leased"]),
  };
}

function columns({ serverId, leased, nextAllowedAt, pace }: HostSchedule): number[] {
  const { delayMs, baseDelayMs, crawlDelayMs, consecutiveFailures, notBefore } = pace;
  return [
    serverId,
    leased,
    nextAllowedAt,
    delayMs,
    baseDelayMs,
    crawlDelayMs,
    consecutiveFailures,
    notBefore,
  ];
}
