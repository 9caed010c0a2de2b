import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import type { Door, HostSlot, HostTable } from "../../domain/frontier/frontier-tables.ts";
import { newSlot } from "../../domain/frontier/host-slots.ts";
import type { Host } from "../../domain/url/url.ts";
import type { MemoryFrontierOrders } from "./memory-frontier-orders.ts";

/** Hosts by number, which is their place in an array. */
export class MemoryFrontierHosts implements HostTable {
  readonly #policy: FrontierPolicy;
  readonly #orders: MemoryFrontierOrders;
  readonly #ids = new Map<Host, number>();
  readonly #slots: HostSlot[] = [];
  readonly #resting = new Set<number>();
  readonly #admitted = new Set<number>();

  constructor(policy: FrontierPolicy, orders: MemoryFrontierOrders) {
    this.#policy = policy;
    this.#orders = orders;
  }

  /** The number of a host, which is made where there is none. */
  idOf(name: Host): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = this.#slots.length;
    this.#slots.push(newSlot(id, this.#policy));
    this.#ids.set(name, id);
    return id;
  }

  /** Counts the host of a URL that is admitted, once; returns its number. */
  admit(name: Host): number {
    const id = this.idOf(name);
    this.#admitted.add(id);
    return id;
  }

  read(hostId: number): HostSlot {
    const slot = this.#slots[hostId];
    if (slot === undefined) throw new RangeError(`No host has the number ${hostId}.`);
    return slot;
  }

  write(slot: HostSlot, door: Door): void {
    this.#slots[slot.hostId] = slot;
    if (door === "resting") this.#resting.add(slot.hostId);
    else this.#resting.delete(slot.hostId);
    if (door === "open") this.#orders.open(slot.hostId);
    else this.#orders.close(slot.hostId);
  }

  pacedOtherwise(minDelayMs: number): readonly HostSlot[] {
    return this.#slots.filter(
      ({ pace }) => pace.baseDelayMs !== Math.max(minDelayMs, pace.crawlDelayMs),
    );
  }

  open(by: number): readonly number[] {
    const due = [...this.#resting].filter((hostId) => this.read(hostId).nextAllowedAt <= by);
    for (const hostId of due) {
      this.#resting.delete(hostId);
      this.#orders.open(hostId);
    }
    return due;
  }

  nextSlot(): number | undefined {
    let earliest: number | undefined;
    for (const hostId of this.#resting) {
      const { nextAllowedAt } = this.read(hostId);
      const isEarlier = earliest === undefined || nextAllowedAt < earliest;
      if (isEarlier && this.#orders.hasLinks(hostId)) earliest = nextAllowedAt;
    }
    return earliest;
  }

  count(): number {
    return this.#admitted.size;
  }
}
