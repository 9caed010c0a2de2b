import type { Draw, DrawRequest } from "../domain/frontier/draw-links.ts";
import type {
  FrontierLink,
  KnownLink,
  Lease,
  LinkState,
  OfferedLink,
  Settlement,
} from "../domain/frontier/link.ts";
import type { Rescore } from "../domain/frontier/rescore-links.ts";
import type { Url } from "../domain/url/url.ts";

/** What a draw asks for and gives, and what a rescoring says of a link: words of this port. */
export type { Draw, DrawRequest, Rescore };

/** Counts of distinct URLs; the states are disjoint and add up to everything ever offered. */
export interface FrontierCount {
  readonly states: Readonly<Record<LinkState, number>>;
  /** `state:reason` → number, for states that end a URL's way. */
  readonly reasons: ReadonlyMap<string, number>;
  /** Hosts with at least one URL not refused by the scope. */
  readonly hosts: number;
  /** Layers begun, of a layered selection; 0 otherwise. */
  readonly layer: number;
  /** Links that wait by group, without groups that nothing waits of. */
  readonly waitingByGroup: ReadonlyMap<string, number>;
}

/**
 * The links a crawl knows, each URL in exactly one state.
 *
 * Every operation is atomic, and seen by the next one when its promise resolves. A draw that leases
 * a link of a host with a delay is durable then too, with all that came before it: no crash makes a
 * crawl forget that such a host was asked. The other operations may become durable a little later
 * (the adapter says within what time), in order: a crash takes away an end of the story, and what it
 * takes is done again.
 */
export interface Frontier {
  /**
   * Admits links in order: dedupe → quota → merge → cut. A URL that waits has its priority merged (of
   * `greater` the one that is worth more under the weights of the groups); a
   * cut one is merged and waits again if it now beats the lowest waiting link; one that is leased or
   * done is left as it is. A link refused here that was never seen is kept as refused, and admitted
   * when it is offered again in a way that no rule refuses. Of a priority outside [0, ∞) it throws.
   * Durable when the promise resolves.
   */
  offer(links: readonly OfferedLink[]): Promise<void>;

  /**
   * Leases the best links whose hosts are ready: a host is ready when its next slot has come and fewer
   * than `connectionsPerHost` of its links are leased. A link is never under two leases at once.
   * Expired leases, and those of a process that is gone (unless the policy says that they outlive it),
   * return to waiting first; their hosts rest one delay from `now`. In a turn several links of a host may
   * be leased, one delay apart, hosts going round by so many, and its next slot need not have come if it comes in time; its leases of
   * earlier draws count against `connectionsPerHost`, those of this one do not. Of links worth the same the one of higher own priority goes first, then the one
   * admitted first. When nothing of a layer is left on its way the draw says so, and draws nothing more
   * until the next layer is begun.
   */
  draw(request: DrawRequest): Promise<Draw>;

  /**
   * Ends a lease, offers the links found, frees the host and sets its next slot, in one step.
   * False, and nothing changes, if the lease is over: settled, returned by a draw after it expired, or
   * unknown. A host's next slot never moves back.
   */
  settle(lease: Lease, settlement: Settlement): Promise<boolean>;

  /** Whether a lease is still open: neither settled, nor returned by a draw, and known. */
  holds(lease: Lease): Promise<boolean>;

  /**
   * Makes the best of the known links the next layer of a layered selection, where a draw says that the
   * last one is done. False, and nothing changes, while it is not, or where none follows.
   */
  beginLayer(): Promise<boolean>;
  /**
   * Gives waiting links a new priority: `undefined` keeps a link as it is. Order of visits is
   * unspecified. Durable when the promise resolves.
   */
  rescore(score: (link: FrontierLink) => Rescore | undefined): Promise<number>;

  /** Sets group weights, in [0, ∞); a group never named has 1. Applies to `best`, `proportional`, `layered`. */
  weighGroups(weights: ReadonlyMap<string, number>): Promise<void>;

  /** What is known of a URL, `undefined` of one that was never offered. */
  find(url: Url): Promise<KnownLink | undefined>;

  count(): Promise<FrontierCount>;
}
