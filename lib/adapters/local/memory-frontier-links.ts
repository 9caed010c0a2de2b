import type {
  LinkTable,
  Move,
  NewRow,
  Scoring,
  Standing,
  StoredLink,
} from "../../domain/frontier/frontier-tables.ts";
import { isWaiting, stateOf } from "../../domain/frontier/frontier-tally.ts";
import type { FrontierLink, KnownLink, OfferedLink } from "../../domain/frontier/link.ts";
import type { Url } from "../../domain/url/url.ts";
import type { MemoryFrontierHosts } from "./memory-frontier-hosts.ts";
import type { MemoryFrontierOrders } from "./memory-frontier-orders.ts";
import { type MemoryLink, standingOf, storedOf } from "./memory-link.ts";

/** Rows of links, in maps. A new one is empty, so that there is nothing to take up again. */
export class MemoryFrontierLinks implements LinkTable {
  readonly #hosts: MemoryFrontierHosts;
  readonly #orders: MemoryFrontierOrders;
  readonly #byUrl = new Map<Url, MemoryLink>();
  readonly #bySequence = new Map<number, MemoryLink>();
  readonly #resting = new Set<MemoryLink>();

  constructor(hosts: MemoryFrontierHosts, orders: MemoryFrontierOrders) {
    this.#hosts = hosts;
    this.#orders = orders;
  }

  find(url: Url): Standing | undefined {
    const row = this.#byUrl.get(url);
    return row && standingOf(row);
  }

  admit(offered: OfferedLink, { sequence, place, key }: NewRow): void {
    const row = this.#insert(offered, sequence, this.#hosts.admit(offered.host));
    row.place = place;
    row.key = key;
    this.#orders.join(row);
  }

  bar(offered: OfferedLink, sequence: number): void {
    const row = this.#insert(offered, sequence, this.#hosts.idOf(offered.host));
    row.reason = offered.refusedBy ?? "";
  }

  unbar(sequence: number): string {
    const row = this.#row(sequence);
    this.#byUrl.delete(row.link.url);
    this.#bySequence.delete(sequence);
    return row.reason;
  }

  read(sequence: number): StoredLink {
    return storedOf(this.#row(sequence));
  }

  know(url: Url): KnownLink | undefined {
    const row = this.#byUrl.get(url);
    if (row === undefined) return undefined;
    const { place, reason, link } = row;
    return { state: stateOf(place), reason, link: place === "barred" ? undefined : link };
  }

  move({ sequence }: Standing, move: Move): void {
    const row = this.#row(sequence);
    const wasInLane = row.place === "lane";
    row.place = move.place;
    row.reason = move.reason ?? "";
    row.notBefore = move.notBefore ?? 0;
    row.leases += move.addLeases ?? 0;
    if (move.addAttempts)
      row.link = { ...row.link, attempts: row.link.attempts + move.addAttempts };
    if (move.place === "resting") this.#resting.add(row);
    else this.#resting.delete(row);
    if (wasInLane) this.#orders.changed(row.hostId, row.link.group);
    if (isWaiting(move.place)) this.#orders.join(row);
  }

  score({ sequence }: Standing, { priority, key, group, said }: Scoring): void {
    const row = this.#row(sequence);
    const before = row.link;
    const { why, model, snippet = before.snippet } = said ?? before;
    row.link = { ...before, priority, group, why, model, snippet };
    row.key = key;
    if (!isWaiting(row.place)) return;
    if (row.place === "lane") this.#orders.changed(row.hostId, before.group);
    this.#orders.join(row);
  }

  reroute(sequence: number, way: Pick<OfferedLink, "depth" | "redirects" | "parent">): void {
    const row = this.#row(sequence);
    row.link = { ...row.link, depth: way.depth, redirects: way.redirects, parent: way.parent };
  }

  *waiting(): Iterable<readonly StoredLink[]> {
    yield [...this.#bySequence.values()].filter((row) => isWaiting(row.place)).map(storedOf);
  }

  leased(): [] {
    return [];
  }

  rested(now: number): readonly Standing[] {
    return [...this.#resting]
      .filter(({ notBefore }) => notBefore <= now)
      .sort((a, b) => a.notBefore - b.notBefore || a.link.sequence - b.link.sequence)
      .map(standingOf);
  }

  nextRested(): number | undefined {
    const moments = Array.from(this.#resting, ({ notBefore }) => notBefore);
    return moments.length === 0 ? undefined : moments.reduce((a, b) => Math.min(a, b));
  }

  lastSequence(): number {
    return 0;
  }

  census(): [] {
    return [];
  }

  #insert(offered: OfferedLink, sequence: number, hostId: number): MemoryLink {
    const { quotas: _quotas, refusedBy: _refusedBy, ...rest } = offered;
    const link: FrontierLink = { ...rest, sequence, attempts: 0 };
    const row: MemoryLink = {
      link,
      hostId,
      place: "barred",
      key: 0,
      leases: 0,
      notBefore: 0,
      reason: "",
    };
    this.#byUrl.set(link.url, row);
    this.#bySequence.set(sequence, row);
    return row;
  }

  #row(sequence: number): MemoryLink {
    const row = this.#bySequence.get(sequence);
    if (row === undefined) throw new RangeError(`No link has the sequence ${sequence}.`);
    return row;
  }
}
