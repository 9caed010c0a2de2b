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
   * Layer by layer (Neunerdt et al. 2013): after each layer the `topN` best of the known links
   * become the next one. There are at most `depth` layers after the seeds, `Infinity` for no end.
   * Equal links are drawn in order of admission or, where priorities agree to a millionth, at
   * random.
   */
  | {
      readonly kind: "layered";
      readonly topN: LayerSize;
      readonly depth: number;
      readonly ties: "admission" | "random";
    };

/** The change of a waiting link's priority when the link is offered again. */
export type Merge = "greater" | "sum" | "first";

/**
 * Rules of one frontier. The first four are fixed for a crawl; the others may change between its
 * runs.
 */
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
 * Returns the policy of a recrawl. It has no layers: they are counted from the seeds, and it begins with
 * all pages. It draws no links by chance: they are for a rule to stop by.
 */
export function recrawlPolicy({
  drawsByChance: _drawsByChance,
  selection,
  ...policy
}: FrontierPolicy): FrontierPolicy {
  return { ...policy, selection: selection.kind === "layered" ? { kind: "best" } : selection };
}

/**
 * Returns the number of links of the next layer, if the selection is layered and the layer may
 * begin; `undefined` otherwise. It may begin when links are kept for it, and no link of the last
 * layer is queued, postponed or leased.
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
