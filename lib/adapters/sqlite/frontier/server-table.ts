import type { DatabaseSync } from "node:sqlite";
import type { FrontierPolicy } from "../../../domain/frontier/frontier-policy.ts";
import {
  addressAfterLease,
  type BatchWindow,
  type HostSchedule,
  isServerFree,
  newServer,
  type ServerSchedule,
  serverAfterEnd,
  serverAfterLease,
} from "../../../domain/frontier/host-schedule.ts";
import { addressBlock } from "../../../domain/web/politeness/address-block.ts";
import type { HostPace } from "../../../domain/web/politeness/crawl-delay.ts";
import { registrableDomain } from "../../../domain/web/url/registrable-domain.ts";
import { prepareAll } from "../transact.ts";
import type { HostTable } from "./host-table.ts";

/** Rows held in memory, to save look-ups. When there are more, all are dropped and read again. */
const MOST_HELD = 20_000;

/** Values of `server.call`: no host is parked, the first one is called when due, or was called. */
const NONE = 0;
const CALLING = 1;
const CALLED = 2;

/** A row: a schedule with the state of its parked hosts. */
interface ServerRow {
  readonly schedule: ServerSchedule;
  readonly call: number;
}

/** The moment of a draw, with the number of its leases by server. */
interface Drawing {
  readonly now: number;
  readonly window: Pick<BatchWindow, "aheadMs"> | undefined;
  readonly perServer: ReadonlyMap<number, number>;
}

/**
 * The rows of servers and of their addresses, by number. A host whose server or address may not be
 * asked yet is parked there. When it may be asked, one parked host is made ready: that of the best
 * link. So each request costs a few look-ups, however many hosts there are at an address.
 */
export class ServerTable {
  readonly #policy: Pick<FrontierPolicy, "connectionsPerHost" | "minDelayPerAddressMs">;
  readonly #hosts: HostTable;
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #rows = new Map<number, ServerRow>();
  readonly #numbers = new Map<string, number>();
  /** False in a crawl without known addresses, which saves all look-ups. */
  #isAny: boolean;

  constructor(
    database: DatabaseSync,
    policy: Pick<FrontierPolicy, "connectionsPerHost" | "minDelayPerAddressMs">,
    hosts: HostTable,
  ) {
    this.#policy = policy;
    this.#hosts = hosts;
    this.#statements = statementsOf(database);
    this.#isAny = this.#statements.any.get() !== undefined;
  }

  /**
   * Returns the number of a host's server; 0 if it is unknown. A host that never answered is
   * presumed at the server of its domain that answered last.
   */
  of(host: HostSchedule): number {
    if (host.serverId !== 0 || !this.#isAny) return host.serverId;
    const row = this.#statements.presumed.get(registrableDomain(this.#hosts.nameOf(host.hostId)));
    return Number(row?.["server"] ?? 0);
  }

  /** Returns the number of what may not be asked yet: the server or its address; or `undefined`. */
  blockedBy(serverId: number, drawing: Drawing): number | undefined {
    if (serverId === 0) return undefined;
    const { schedule } = this.#read(serverId);
    if (!this.#isFree(schedule, drawing)) return serverId;
    const address = this.#read(schedule.addressId).schedule;
    return this.#isFree(address, drawing) ? undefined : schedule.addressId;
  }

  /** Returns when a server may be asked next, in ms since the epoch. */
  nextAllowedAt(serverId: number): number {
    if (serverId === 0) return 0;
    const { addressId, nextAllowedAt } = this.#read(serverId).schedule;
    return Math.max(nextAllowedAt, this.#read(addressId).schedule.nextAllowedAt);
  }

  /** Parks a ready host until a server or an address calls it; `value` is that of its best link. */
  park(hostId: number, at: number, value: number): void {
    this.#hosts.park(hostId, at, value);
    const { schedule, call } = this.#read(at);
    if (call === NONE) this.#write(schedule, CALLING);
  }

  /**
   * Records that a lease of a host starts at `startAt`, drawn at `now` (ms since the epoch), and
   * that the host is at this server.
   */
  lease(host: HostSchedule, serverId: number, now: number, startAt: number): void {
    if (serverId === 0) return;
    this.#move(host, serverId);
    const server = this.#read(serverId);
    const leased = serverAfterLease(server.schedule, startAt, host.pace);
    this.#write(leased, server.call === NONE ? NONE : CALLING);
    this.#step(leased.addressId, now);
  }

  /** Records that a lease of a server ended, which changed the pace of its host. */
  end(
    serverId: number,
    now: number,
    pace: { readonly before: HostPace; readonly after: HostPace },
  ): void {
    if (serverId === 0) return;
    const { schedule, call } = this.#read(serverId);
    this.#write(serverAfterEnd(schedule, now, pace), call);
  }

  /**
   * Returns the number of the server by which a host answered at `now` (ms since the epoch). If it is another one than
   * before, it also waits after this request, by which the host's pace changed from `before`.
   */
  answered(host: HostSchedule, address: string, now: number, before: HostPace): number {
    const block = addressBlock(address);
    const addressId = this.#idOf(block, 0);
    const isKnown = host.serverId !== 0;
    if (isKnown && this.#read(host.serverId).schedule.addressId === addressId) return host.serverId;
    const domain = registrableDomain(this.#hosts.nameOf(host.hostId));
    const serverId = this.#idOf(`${domain} ${block}`, addressId);
    this.#statements.setPresumed.run(domain, serverId);
    this.lease(host, serverId, now, now);
    this.end(serverId, now, { before, after: host.pace });
    return serverId;
  }

  /** Makes the best parked host of each server ready that became due since its last request. */
  callDue(drawing: Drawing): void {
    if (this.#isAny) this.#call(CALLING, drawing);
  }

  /**
   * Makes another parked host of each due server ready, when no ready host is left; returns whether it did.
   */
  callMore(drawing: Drawing): boolean {
    if (!this.#isAny) return false;
    const isFirst = this.#call(CALLING, drawing);
    return this.#call(CALLED, drawing) || isFirst;
  }

  /** Returns when a server may call a parked host, in ms since the epoch. */
  nextCall(): number | undefined {
    if (!this.#isAny) return undefined;
    const most = this.#policy.connectionsPerHost;
    const row = this.#statements.nextCall.get(CALLING, most, CALLED, most);
    return row && Number(row["next_at"]);
  }

  #call(state: number, drawing: Drawing): boolean {
    const by = drawing.now + (drawing.window?.aheadMs ?? 0);
    let isAny = false;
    for (const { id } of this.#statements.due.all(state, by)) {
      const { schedule } = this.#read(Number(id));
      if (!this.#isFree(schedule, drawing)) continue;
      const isCalled = this.#hosts.unparkFirst(schedule.serverId);
      this.#write(schedule, isCalled ? CALLED : NONE);
      isAny ||= isCalled;
    }
    return isAny;
  }

  /** Counts the open leases of a host at another server than before. */
  #move({ serverId: from, leased }: HostSchedule, to: number): void {
    if (leased === 0 || from === to) return;
    for (const [serverId, by] of [
      [from, -leased],
      [to, leased],
    ] as const) {
      if (serverId === 0) continue;
      const { schedule, call } = this.#read(serverId);
      this.#write({ ...schedule, leased: schedule.leased + by }, call);
    }
  }

  #isFree(schedule: ServerSchedule, { now, window, perServer }: Drawing): boolean {
    const drawn = perServer.get(schedule.serverId) ?? 0;
    const connections = this.#policy.connectionsPerHost;
    return isServerFree(schedule, { now, window, drawn, connections });
  }

  #step(addressId: number, now: number): void {
    const { schedule, call } = this.#read(addressId);
    const after = addressAfterLease(schedule, now, this.#policy.minDelayPerAddressMs);
    this.#write(after, call === NONE ? NONE : CALLING);
  }

  #idOf(name: string, addressId: number): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const row = this.#statements.find.get(name);
    const id = Number(row?.["id"] ?? this.#statements.insert.run(name, addressId).lastInsertRowid);
    if (this.#numbers.size >= MOST_HELD) this.#numbers.clear();
    this.#numbers.set(name, id);
    this.#isAny = true;
    return id;
  }

  #read(serverId: number): ServerRow {
    const held = this.#rows.get(serverId);
    if (held !== undefined) return held;
    const row = this.#statements.read.get(serverId);
    if (row === undefined) throw new RangeError(`No server has the number ${serverId}.`);
    const schedule = {
      ...newServer(serverId, Number(row["address"])),
      nextAllowedAt: Number(row["next_at"]),
      slowedMs: Number(row["slowed_ms"]),
      leased: Number(row["leased"]),
    };
    return this.#hold({ schedule, call: Number(row["call"]) });
  }

  #write(schedule: ServerSchedule, call: number): void {
    const { nextAllowedAt, slowedMs, leased, serverId } = schedule;
    this.#statements.write.run(nextAllowedAt, slowedMs, leased, call, serverId);
    this.#hold({ schedule, call });
  }

  #hold(row: ServerRow): ServerRow {
    if (this.#rows.size >= MOST_HELD) this.#rows.clear();
    this.#rows.set(row.schedule.serverId, row);
    return row;
  }
}

function statementsOf(database: DatabaseSync) {
  return prepareAll(database, {
    any: "SELECT 1 FROM server LIMIT 1",
    presumed: "SELECT server FROM domain WHERE name = ?",
    setPresumed: `INSERT INTO domain (name, server) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET server = excluded.server WHERE server <> excluded.server`,
    find: "SELECT id FROM server WHERE name = ?",
    insert: `INSERT INTO server (name, address, next_at, slowed_ms, leased, call)
       VALUES (?, ?, 0, 0, 0, ${NONE})`,
    read: "SELECT address, next_at, slowed_ms, leased, call FROM server WHERE id = ?",
    write: "UPDATE server SET next_at = ?, slowed_ms = ?, leased = ?, call = ? WHERE id = ?",
    due: `SELECT id FROM server INDEXED BY server_call
       WHERE call = ? AND call > 0 AND next_at <= ? ORDER BY next_at, id`,
    nextCall: `SELECT next_at FROM (
         SELECT * FROM (SELECT next_at FROM server INDEXED BY server_call
           WHERE call = ? AND call > 0 AND leased < ? ORDER BY next_at LIMIT 1)
         UNION ALL
         SELECT * FROM (SELECT next_at FROM server INDEXED BY server_call
           WHERE call = ? AND call > 0 AND leased < ? ORDER BY next_at LIMIT 1)
       ) ORDER BY next_at LIMIT 1`,
  });
}
