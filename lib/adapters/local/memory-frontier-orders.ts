import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import type { Head, OrderTable } from "../../domain/frontier/frontier-tables.ts";
import { isWaiting } from "../../domain/frontier/frontier-tally.ts";
import { LazyHeap } from "./lazy-heap.ts";
import type { MemoryLink } from "./memory-link.ts";

/** A link as it stood when it joined an order; not current once it stands otherwise. */
interface Entry extends Head {
  readonly row: MemoryLink;
}

/** The links of one host and group. */
interface Lane {
  readonly hostId: number;
  readonly links: LazyHeap<Entry>;
  first: Entry | undefined;
}

/** So many lanes of a group are looked through at each draw; more are kept in a heap. */
const FEW_LANES = 4;

/** The orders of one group. */
interface Group {
  readonly name: string;
  readonly lanes: Map<number, Lane>;
  /** Firsts of the lanes of open hosts, where there are more than a few. */
  readonly firsts: LazyHeap<Entry>;
  readonly pool: LazyHeap<Entry>;
  readonly lowest: LazyHeap<Entry>;
}

/** Orders as heaps. */
export class MemoryFrontierOrders implements OrderTable {
  readonly #keepsLowest: boolean;
  readonly #weights = new Map<string, number>();
  readonly #groups = new Map<string, Group>();
  readonly #lanesOfHost = new Map<number, Map<Group, Lane>>();
  readonly #closedHosts = new Set<number>();
  readonly #changed = new Map<Lane, Group>();

  constructor(policy: Pick<FrontierPolicy, "capacity">) {
    this.#keepsLowest = policy.capacity !== Infinity;
  }

  /** Puts a link into the orders it now belongs to; to be called after every change of one that waits. */
  join(row: MemoryLink): void {
    const group = this.#group(row.link.group);
    const { sequence, priority } = row.link;
    const entry: Entry = { row, sequence, hostId: row.hostId, key: row.key };
    if (row.place === "pool") group.pool.push(entry);
    if (row.place === "lane") this.#lane(group, row.hostId).links.push(entry);
    if (row.place === "lane") this.changed(row.hostId, row.link.group);
    if (this.#keepsLowest && isWaiting(row.place)) group.lowest.push({ ...entry, key: priority });
  }

  /** Says that a lane gained, lost or re-ordered a link. */
  changed(hostId: number, groupName: string): void {
    const group = this.#group(groupName);
    this.#changed.set(this.#lane(group, hostId), group);
  }

  refresh(): void {
    for (const [lane, group] of this.#changed) {
      lane.first = lane.links.peek();
      this.#heapFirst(group, lane);
    }
    this.#changed.clear();
  }

  close(hostId: number): void {
    this.#closedHosts.add(hostId);
  }

  open(hostId: number): void {
    if (!this.#closedHosts.delete(hostId)) return;
    for (const [group, lane] of this.#lanesOfHost.get(hostId) ?? []) this.#heapFirst(group, lane);
  }

  /** True where the host has a link in a lane. */
  hasLinks(hostId: number): boolean {
    const lanes = this.#lanesOfHost.get(hostId)?.values() ?? [];
    return Iterator.from(lanes).some((lane) => lane.first !== undefined);
  }

  first(name: string): Head | undefined {
    const { lanes, firsts } = this.#group(name);
    if (lanes.size > FEW_LANES) return firsts.peek();
    let best: Entry | undefined;
    for (const { first, hostId } of lanes.values()) {
      if (first === undefined || this.#closedHosts.has(hostId)) continue;
      if (best === undefined || greatestFirst(first, best) < 0) best = first;
    }
    return best;
  }

  isAnyOpen(): boolean {
    return Iterator.from(this.#groups.keys()).some((name) => this.first(name) !== undefined);
  }

  firstPooled(group: string): Head | undefined {
    return this.#group(group).pool.peek();
  }

  lowest(group: string): Head | undefined {
    return this.#group(group).lowest.peek();
  }

  weightOf(group: string): number {
    return this.#weights.get(group) ?? 1;
  }

  weigh(group: string, weight: number): void {
    this.#weights.set(group, weight);
  }

  /** Puts the first of an open lane among those of its group, where these are in a heap. */
  #heapFirst(group: Group, { first, hostId }: Lane): void {
    if (first === undefined || group.lanes.size <= FEW_LANES) return;
    if (!this.#closedHosts.has(hostId)) group.firsts.push(first);
  }

  #group(name: string): Group {
    const known = this.#groups.get(name);
    if (known !== undefined) return known;
    const lanes = new Map<number, Lane>();
    const isFirst = (entry: Entry): boolean =>
      !this.#closedHosts.has(entry.hostId) && lanes.get(entry.hostId)?.first === entry;
    const group: Group = {
      name,
      lanes,
      firsts: new LazyHeap<Entry>({ compare: greatestFirst, isCurrent: isFirst }),
      pool: new LazyHeap<Entry>({
        compare: greatestFirst,
        isCurrent: (entry) => entry.row.place === "pool" && isAsItStood(entry, name),
      }),
      lowest: new LazyHeap<Entry>({
        compare: (a, b) => greatestFirst(b, a),
        isCurrent: ({ row, key }) =>
          isWaiting(row.place) && row.link.priority === key && row.link.group === name,
      }),
    };
    this.#groups.set(name, group);
    return group;
  }

  #lane(group: Group, hostId: number): Lane {
    const known = group.lanes.get(hostId);
    if (known !== undefined) return known;
    const links = new LazyHeap<Entry>({
      compare: greatestFirst,
      isCurrent: (entry) => entry.row.place === "lane" && isAsItStood(entry, group.name),
    });
    const lane: Lane = { hostId, links, first: undefined };
    group.lanes.set(hostId, lane);
    if (group.lanes.size === FEW_LANES + 1) {
      for (const each of group.lanes.values()) this.#heapFirst(group, each);
    }
    const lanes = this.#lanesOfHost.get(hostId) ?? new Map<Group, Lane>();
    this.#lanesOfHost.set(hostId, lanes.set(group, lane));
    return lane;
  }
}

function isAsItStood({ row, key }: Entry, group: string): boolean {
  return row.key === key && row.link.group === group;
}

function greatestFirst(a: Head, b: Head): number {
  if (a.key !== b.key) return a.key > b.key ? -1 : 1;
  return a.sequence - b.sequence;
}
