/** How a frontier chooses: its policy, and the order of links, groups and layers that follows. */
import { fail } from "../../errors.ts";
import { hashToUnit } from "../stats/random/random.ts";
import { isWaiting, type LinkState, linkStateOf, type StoredState } from "./link.ts";

/** The links of a layer: a fixed number, or by what a budget of `pages` still allows. */
type LayerSize = number | { readonly pages: number };

/** How the next waiting link is selected. */
export type Selection =
  | { readonly kind: "best" }
  /**
   * Without replacement and in proportion to priority, by Efraimidis–Spirakis keys ln(u)/q (Inf.
   * Process. Lett. 97, 2006).
   */
  | { readonly kind: "proportional" }
  | { readonly kind: "fifo" }
  | { readonly kind: "lifo" }
  | { readonly kind: "random" }
  /**
   * Layer by layer (Neunerdt et al. 2013): after each layer the `topN` best of the known links become the next one.
   * There are at most `depth` layers after the seeds, `Infinity` for no end. Equal links are drawn in order of
   * admission or, where priorities agree to a millionth, at random.
   */
  | {
      readonly kind: "layered";
      readonly topN: LayerSize;
      readonly depth: number;
      readonly ties: "admission" | "random";
    };

/** The change of a waiting link's priority when the link is offered again. */
export type Merge = "greater" | "sum" | "first";

/** Rules of one frontier. The first four are fixed for a crawl; the others may change between its runs. */
export interface FrontierPolicy {
  readonly selection: Selection;
  readonly merge: Merge;
  /** Seed of the random draws. */
  readonly seed: number;
  /** Most links that may wait; beyond it the lowest are cut. `Infinity` for no limit. */
  readonly capacity: number;
  /** Time that a lease lasts from the moment its link may be fetched, in ms. */
  readonly leaseMs: number;
  /**
   * Whether the fetchers outlive the process that drew the leases. If so, a frontier that is opened
   * again keeps its leases until they expire. Otherwise all leases end when it is opened.
   */
  readonly leasesOutliveProcess: boolean;
  /** Most simultaneous requests to a host, and to all hosts of a domain at one address. */
  readonly connectionsPerHost: number;
  /**
   * Least delay between two requests to a host, in ms; a crawl-delay may require more. Hosts of one
   * domain at one address share it.
   */
  readonly minDelayMs: number;
  /** Least time between the starts of two requests to one address, in ms. */
  readonly minDelayPerAddressMs: number;
  /**
   * Most pages of a site, which is a registrable domain; absent for no limit. Layers are not drawn under
   * one: a link that waits for ever would keep its layer from ending.
   */
  readonly pagesPerSite?: number;
  /** Whether some links are drawn by chance, whatever they are worth; absent when none is. */
  readonly drawsByChance?: boolean;
}

/**
 * Returns the number of links of the next layer, if the selection is layered and the layer may begin; `undefined`
 * otherwise. It may begin when links are kept for it, and no link of the last layer is queued, postponed or leased.
 */
export function nextLayerOf(
  { selection }: Pick<FrontierPolicy, "selection">,
  layersBegun: number,
  tally: Pick<FrontierTally, "at">,
): number | undefined {
  if (selection.kind !== "layered" || layersBegun >= selection.depth) return undefined;
  const inLayer = tally.at("queued") + tally.at("postponed") + tally.at("leased");
  if (tally.at("next-layer") === 0 || inLayer > 0) return undefined;
  return layerSize(selection.topN, tally.at("fetched"));
}

/**
 * Share of a layer in the pages fetched, and in the pages that the budget still allows. Each layer
 * ends with a training, so that twenty trainings see each page, however long the crawl is.
 */
const SHARE = 1 / 20;

/** Fewest links of a layer: a model learns next to nothing from fewer new pages. */
const LEAST_LINKS = 16;

/**
 * Returns the number of links of the next layer of a crawl that has `fetched` pages. Without a
 * fixed number it is a share of the pages fetched or of those that remain, whichever are fewer.
 */
export function layerSize(size: LayerSize, fetched: number): number {
  if (typeof size === "number") return size;
  const pages = Math.min(fetched, size.pages - fetched);
  return Math.max(LEAST_LINKS, Math.ceil(SHARE * pages));
}

/** Number of URLs of a group that have a state for a reason. */
export interface StateCount {
  readonly state: StoredState;
  /** `""` for links that wait or are leased. */
  readonly reason: string;
  /** `""` also for filtered URLs, which have no group. */
  readonly group: string;
  /** Negative when URLs leave the state. */
  readonly count: number;
}

/** Running counts of URLs by state and reason, and of waiting links by group. */
export class FrontierTally {
  readonly #states: Record<StoredState, number> = {
    queued: 0,
    postponed: 0,
    "next-layer": 0,
    leased: 0,
    fetched: 0,
    refused: 0,
    failed: 0,
    cut: 0,
    filtered: 0,
  };
  readonly #reasons = new Map<string, number>();
  readonly #waitingByGroup = new Map<string, number>();

  constructor(counts: Iterable<StateCount>) {
    for (const count of counts) this.add(count);
  }

  /** Counts URLs into a state, or out of it if the count is negative. */
  add({ state, reason, group, count }: StateCount): void {
    this.#states[state] += count;
    if (isWaiting(state)) change(this.#waitingByGroup, group, count);
    if (reason !== "") change(this.#reasons, `${linkStateOf(state)}:${reason}`, count);
  }

  at(state: StoredState): number {
    return this.#states[state];
  }

  waiting(): number {
    return this.#states.queued + this.#states.postponed + this.#states["next-layer"];
  }

  /** Returns the waiting links by group, without empty groups; a live view of the counts. */
  waitingByGroup(): ReadonlyMap<string, number> {
    return this.#waitingByGroup;
  }

  states(): Record<LinkState, number> {
    const { leased, fetched, failed, cut } = this.#states;
    const refused = this.#states.refused + this.#states.filtered;
    return { waiting: this.waiting(), leased, fetched, refused, failed, cut };
  }

  reasons(): ReadonlyMap<string, number> {
    return new Map(this.#reasons);
  }
}

function change(counts: Map<string, number>, key: string, by: number): void {
  const sum = (counts.get(key) ?? 0) + by;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}

/** The rank of a link among others: `key` without its group's weight, `value` with it; greater is drawn earlier. */
interface Rank {
  readonly value: number;
  readonly key: number;
  readonly sequence: number;
}

/** The facts that a key is made from. */
interface KeyedLink {
  readonly url: string;
  readonly sequence: number;
  readonly priority: number;
}

/**
 * Returns the number by which links of one host and group are sorted, greatest first. It is never NaN for a priority in
 * [0, ∞). `proportional` gives the Efraimidis–Spirakis key ln(u)/q, where u is a hash of (seed, URL) in (0,1).
 */
export function drawKey(selection: Selection, seed: number, link: KeyedLink): number {
  const isByChance = selection.kind === "layered" && selection.ties === "random";
  return isByChance ? randomTieBreakKey(link, seed) : KEYS[selection.kind](link, seed);
}

/**
 * Steps of priority in 1: priorities that agree to 2⁻²⁰, about a millionth, are equal, and a random tie-break decides.
 */
const STEPS = 2 ** 20;

/** Returns the whole steps of the priority, with a random fraction as the tie-break. */
function randomTieBreakKey({ url, priority }: KeyedLink, seed: number): number {
  const steps = Math.min(Math.floor(priority * STEPS), Number.MAX_VALUE);
  return steps + hashToUnit(seed, url);
}

const KEYS: Readonly<Record<Selection["kind"], (link: KeyedLink, seed: number) => number>> = {
  best: ({ priority }) => priority,
  layered: ({ priority }) => priority,
  proportional: ({ url, priority }, seed) => Math.log(hashToUnit(seed, url)) / priority,
  fifo: ({ sequence }) => -sequence,
  lifo: ({ sequence }) => sequence,
  random: ({ url }, seed) => hashToUnit(seed, url),
};

/**
 * Returns the key as if the group's weight had multiplied the link's priority. It is monotone in
 * the key: a change of weight reorders groups but never the links of one group.
 */
export function weighKey({ kind }: Selection, key: number, weight: number): number {
  if (!IS_WEIGHED[kind]) return key;
  if (kind !== "proportional") return key * weight;
  return weight === 0 ? -Infinity : key / weight;
}

/**
 * Returns the priority that decides which link is cut. It is multiplied by the group's weight if
 * the selection uses weights.
 */
export function weighPriority({ kind }: Selection, priority: number, weight: number): number {
  return IS_WEIGHED[kind] ? priority * weight : priority;
}

/** Returns whether links are drawn by their priority. */
export function drawsByPriority({ kind }: Selection): boolean {
  return IS_WEIGHED[kind];
}

/** Whether a selection uses priorities, and so the weights that multiply them. */
const IS_WEIGHED: Readonly<Record<Selection["kind"], boolean>> = {
  best: true,
  layered: true,
  proportional: true,
  fifo: false,
  lifo: false,
  random: false,
};

/** Compares ranks in the total order of a draw: greater value, then greater key, then earlier admission. */
export function comesBefore(a: Rank, b: Rank): boolean {
  if (a.value !== b.value) return a.value > b.value;
  if (a.key !== b.key) return a.key > b.key;
  return a.sequence < b.sequence;
}

/**
 * Checks weights before anything is changed.
 * @throws for a weight outside [0, ∞), NaN included
 */
export function checkWeights(weights: ReadonlyMap<string, number>): void {
  for (const [group, weight] of weights) {
    if (weight >= 0 && weight < Infinity) continue;
    throw fail("group-weight-out-of-range", { group, weight, value: weight });
  }
}

/** The link at one end of an order. */
export interface Head {
  readonly sequence: number;
  readonly hostId: number;
  readonly key: number;
}

/** How the heads of the groups are found and compared. */
interface MergeRules {
  /** The groups that take part, a live view that is read again at every step. */
  readonly groups: ReadonlyMap<string, unknown>;
  readonly weights: { weightOf(group: string): number };
  readonly headOf: (group: string) => Head | undefined;
  /** Returns a head's value: its key under its group's weight. */
  readonly valueOf: (key: number, weight: number) => number;
  /** Whether the merge yields the links from the first on or from the last on. */
  readonly from: "first" | "last";
}

/** A group's head with its rank among those of the other groups. */
interface GroupHead extends Head, Rank {
  readonly group: string;
}

/** Groups that are gone and still have a place among the heads, at most, beside as many as there are. */
const MOST_GONE = 1_000;

const NO_GROUPS: MergeRules = {
  groups: new Map(),
  weights: { weightOf: () => 1 },
  headOf: () => undefined,
  valueOf: (key) => key,
  from: "first",
};

/**
 * Merges the orders of all groups into one. Each step costs one comparison per group, and one look-up per changed head.
 * Groups keep their places from one merge to the next: a crawl may have a thousand groups, and a table of them for each
 * draw is most of what it costs.
 */
export class GroupMerge {
  readonly #places = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #heads: (Head | undefined)[] = [];
  readonly #values: number[] = [];
  /** The merge in which each head was read. */
  readonly #readIn: number[] = [];
  #merges = 0;
  #rules = NO_GROUPS;

  /** Begins a merge, which ends the one before. */
  begin(rules: MergeRules): this {
    if (this.#places.size > MOST_GONE + 2 * rules.groups.size) {
      this.#places.clear();
      for (const list of [this.#names, this.#heads, this.#values, this.#readIn]) list.length = 0;
    }
    this.#merges += 1;
    this.#rules = rules;
    return this;
  }

  /** Returns the next link of the merged order; the same again until its head is invalidated. */
  peek(): GroupHead | undefined {
    let next = -1;
    const { groups, headOf, valueOf, weights } = this.#rules;
    groups.forEach((_, group) => {
      const place = this.#places.get(group) ?? this.#heads.length;
      if (this.#readIn[place] !== this.#merges) {
        const head = headOf(group);
        this.#places.set(group, place);
        this.#names[place] = group;
        this.#heads[place] = head;
        this.#values[place] = head === undefined ? 0 : valueOf(head.key, weights.weightOf(group));
        this.#readIn[place] = this.#merges;
      }
      if (this.#heads[place] === undefined) return;
      if (next < 0 || this.#isAhead(place, next)) next = place;
    });
    const head = this.#heads[next];
    if (head === undefined) return undefined;
    return { ...head, group: this.#names[next] ?? "", value: this.#values[next] ?? 0 };
  }

  /** Reads the heads on this host again: the host became unavailable, or one of its links left the order. */
  invalidateHost(hostId: number): void {
    for (let place = 0; place < this.#heads.length; place += 1)
      if (this.#heads[place]?.hostId === hostId) this.#readIn[place] = 0;
  }

  /** Reads this group's head again: the head left the order, and no host became unavailable. */
  invalidateGroup(group: string): void {
    const place = this.#places.get(group);
    if (place !== undefined) this.#readIn[place] = 0;
  }

  #isAhead(place: number, other: number): boolean {
    // Asked for each group at each draw: pairs in lists are objects until V8 has compiled it for speed.
    const isFirst = this.#rules.from === "first";
    const a = isFirst ? place : other;
    const b = isFirst ? other : place;
    const head = this.#heads[a];
    const otherHead = this.#heads[b];
    if (head === undefined || otherHead === undefined) return false;
    const value = this.#values[a] ?? 0;
    const otherValue = this.#values[b] ?? 0;
    if (value !== otherValue) return value > otherValue;
    if (head.key !== otherHead.key) return head.key > otherHead.key;
    return head.sequence < otherHead.sequence;
  }
}
