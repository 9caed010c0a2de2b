import type { BatchWindow } from "../domain/frontier/host-schedule.ts";
import type {
  FrontierLink,
  KnownLink,
  Lease,
  LinkState,
  OfferedLink,
  Settlement,
} from "../domain/frontier/link.ts";
import type { Url } from "../domain/url/url.ts";

/** What a draw asks for. */
export interface DrawRequest {
  /** Most leases. */
  readonly limit: number;
  /** Ms since the epoch: leases that have expired by now are returned. */
  readonly now: number;
  /** Without it each lease may be fetched now. */
  readonly window?: BatchWindow | undefined;
}

/** What a draw gives. */
export interface Draw {
  /** In order of preference. */
  readonly leases: readonly Lease[];
  /** When such a draw may next find a link if nothing is settled before, ms since the epoch. */
  readonly nextReadyAt: number | undefined;
  /** The links of the layer are all processed, and the next layer is to be begun. */
  readonly layerDone: boolean;
}

/** A new priority for a waiting link, and who gave it; an omitted part stays. */
export interface Rescore {
  readonly priority: number;
  readonly group?: string;
  readonly why?: string;
  readonly model: string;
}

/** Counts of distinct URLs; the states are disjoint and add up to everything ever offered. */
export interface FrontierCount {
  readonly states: Readonly<Record<LinkState, number>>;
  /** `state:reason` → number, for URLs that neither wait nor are leased. */
  readonly reasons: ReadonlyMap<string, number>;
  /** Hosts with at least one URL not refused by the scope. */
  readonly hosts: number;
  /** Layers begun, of a layered selection; 0 otherwise. */
  readonly layer: number;
  /** Waiting links by group, without groups that have none. */
  readonly waitingByGroup: ReadonlyMap<string, number>;
}

/**
 * The links a crawl knows, each URL in exactly one state.
 *
 * Every operation is atomic, and seen by the next one when its promise resolves. A draw that leases
 * a link of a host with a delay is durable then too, with all that came before it: no crash makes a
 * crawl forget that such a host was asked. The other operations may become durable a little later, in
 * order (the adapter says how soon). A crash loses only the last of them, and they are done again.
 */
export interface Frontier {
  /**
   * Admits links in order: dedupe → quota → merge → cut. A waiting URL has its priority merged; `greater`
   * keeps the one that is worth more under the weights of the groups. A cut URL is merged too, and
   * waits again if it now beats the lowest waiting link. A leased or processed URL stays as it is. A
   * URL refused here that was never seen is kept as refused, and admitted when a later offer of it is
   * refused by no rule. Throws for a priority outside [0, ∞). Durable when the promise resolves.
   */
  offer(links: readonly OfferedLink[]): Promise<void>;

  /**
   * Leases the best links whose hosts are ready: the next slot of the host has come, and fewer than
   * `connectionsPerHost` of its links are leased. A link is never under two leases at once.
   * Leases that have expired return to waiting first. So do those of a dead process, unless the policy
   * says that they outlive it. Their hosts wait one delay from `now`.
   *
   * In a batch window several links of a host may be leased, one delay apart, with hosts taking turns.
   * The host's next slot need not have come if it comes within the window. Leases of earlier
   * draws count against `connectionsPerHost`, those of this draw do not.
   *
   * Among links of equal value the higher priority comes first, then the earlier admission. When the
   * links of a layer are all processed the draw says so, and leases no more until the next layer is begun.
   */
  draw(request: DrawRequest): Promise<Draw>;

  /**
   * Ends a lease, offers the links found, frees the host and sets its next slot, in one step.
   * False, and nothing changes, if the lease is over: settled, returned by a draw after it expired, or
   * unknown. A host's next slot never moves back.
   */
  settle(lease: Lease, settlement: Settlement): Promise<boolean>;

  /** Whether a lease is open: given, not settled, and not returned by a draw after it expired. */
  holds(lease: Lease): Promise<boolean>;

  /**
   * Makes the best known links the next layer of a layered selection, once a draw says that the last
   * one is done. False, and nothing changes, while it is not, or where no layer follows.
   */
  beginLayer(): Promise<boolean>;

  /**
   * Gives waiting links a new priority; `undefined` keeps a link as it is. The order of visits is
   * unspecified. Returns how many were scored. Durable when the promise resolves.
   */
  rescore(score: (link: FrontierLink) => Rescore | undefined): Promise<number>;

  /** Sets group weights in [0, ∞), 1 by default. They apply to `best`, `proportional` and `layered`. */
  weighGroups(weights: ReadonlyMap<string, number>): Promise<void>;

  /** What is known of a URL; `undefined` for one that was never offered. */
  find(url: Url): Promise<KnownLink | undefined>;

  count(): Promise<FrontierCount>;
}
