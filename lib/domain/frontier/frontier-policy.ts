import type { FrontierTally } from "./frontier-tally.ts";

/** Which waiting link is drawn next. */
export type Selection =
  | { readonly kind: "best" }
  /** Without replacement in proportion to priority, by Efraimidis–Spirakis keys ln(u)/q (Inf. Process. Lett. 97, 2006). */
  | { readonly kind: "proportional" }
  | { readonly kind: "fifo" }
  | { readonly kind: "lifo" }
  | { readonly kind: "random" }
  /**
   * Layer by layer (Neunerdt et al. 2013): after each one the `topN` best of the known links become the
   * next, `depth` times after the seeds. Equals are drawn by admission or, where priorities agree to a
   * millionth, at random.
   */
  | {
      readonly kind: "layered";
      readonly topN: number;
      readonly depth: number;
      readonly ties: "admission" | "random";
    };

/** What happens to the priority of a waiting link that is offered again. */
export type Merge = "greater" | "sum" | "first";

/** Rules of one frontier. The first four are fixed for a crawl; the others may change between its runs. */
export interface FrontierPolicy {
  readonly selection: Selection;
  readonly merge: Merge;
  /** Seed of the draws that are random. */
  readonly seed: number;
  /** Most links that may wait; over it the lowest are cut. `Infinity` for no cap. */
  readonly capacity: number;
  /** Time a lease holds from the moment it may be fetched, in ms. */
  readonly leaseMs: number;
  /**
   * Whether those who fetch live on when the process that drew is gone: a frontier that is opened again
   * then keeps the leases it finds until they are over. Otherwise they are over when it is opened.
   */
  readonly leasesOutliveProcess: boolean;
  /** Requests a host may see at one time. */
  readonly connectionsPerHost: number;
  /** Least delay between two requests to a host, in ms; a crawl-delay may ask for more. */
  readonly minDelayMs: number;
}

type Layered = Extract<Selection, { kind: "layered" }>;

/**
 * The selection, where it is layered and its next layer may begin: links are kept for it, and none of
 * the last layer is queued, postponed or leased. `undefined` otherwise.
 */
export function nextLayerOf(
  { selection }: Pick<FrontierPolicy, "selection">,
  layersBegun: number,
  tally: Pick<FrontierTally, "at">,
): Layered | undefined {
  if (selection.kind !== "layered" || layersBegun >= selection.depth) return undefined;
  const inLayer = tally.at("queued") + tally.at("postponed") + tally.at("leased");
  return tally.at("next-layer") > 0 && inLayer === 0 ? selection : undefined;
}
