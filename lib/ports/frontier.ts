import type { ChanceCount } from "../domain/frontier/chance-rank.ts";
import type { BatchWindow } from "../domain/frontier/host-schedule.ts";
import type {
  FrontierLink,
  KnownLink,
  Lease,
  LinkState,
  OfferedLink,
  Settlement,
  StoredState,
} from "../domain/frontier/link.ts";
import type { Host, Url } from "../domain/web/url/url.ts";

/** The request of a draw. */
export interface DrawRequest {
  /** Most leases to return. */
  readonly limit: number;
  /** Ms since the epoch: leases that have expired by now are returned to waiting. */
  readonly now: number;
  /** Without a window, each lease may be fetched now. */
  readonly window?: BatchWindow | undefined;
  /**
   * Leases to draw by chance, before the others: waiting links in ascending rank (`chanceRank`). Fewer
   * where the next ones are not ready, and none unless the policy says that links are drawn so.
   */
  readonly byChance?: number;
  /**
   * Gives a link another rank when its turn has come; `undefined` keeps its rank. It is asked again of the link under its new
   * rank. It is not asked where links are drawn whatever their priority, nor of links that are drawn by chance.
   */
  readonly later?: (link: FrontierLink) => Rescore | undefined;
  /** Whether the draw is durable whatever it leases. */
  readonly isDurable?: boolean;
}

/** The result of a draw. */
export interface Draw {
  /** In order of preference. */
  readonly leases: readonly Lease[];
  /** When such a draw may next find a link if no lease ends before, in ms since the epoch. */
  readonly nextReadyAt: number | undefined;
  /** Whether all links of the layer are processed, so that the next layer can begin. */
  readonly layerDone: boolean;
}

/** A new priority for a waiting link, and who gave it; an omitted part stays. */
export interface Rescore {
  readonly priority: number;
  readonly group?: string;
  readonly why?: string;
  readonly model: string;
}

/** A way to score waiting links again; `undefined` keeps a link unchanged. */
export interface Rescoring {
  readonly score: (link: FrontierLink) => Rescore | undefined;
  /** Scores a link by bytes that were made of it once: faster, with the same result. */
  readonly packed?: PackedRescoring;
}

/** A way to score links by bytes that are kept while they wait. */
interface PackedRescoring {
  /**
   * Makes the bytes from the URL, the parent and the snippet alone; `undefined` for a link without
   * them. Bytes are kept from one rescoring to the next as long as this function is the same.
   */
  readonly pack: (link: FrontierLink) => Uint8Array | undefined;
  /** Its `why` may be empty where `says` is false: most links are only put in order, and a text takes longer than a sum. */
  readonly score: (
    packed: Uint8Array,
    link: Pick<FrontierLink, "depth" | "model" | "group">,
    says: boolean,
  ) => Rescore | undefined;
}

/** What one step of a rescoring did. */
export interface Rescored {
  readonly scored: number;
  /** Where the next step begins; `undefined` after the last link. */
  readonly next: number | undefined;
}

/** Counts of distinct URLs. The states are disjoint and add up to all URLs ever offered. */
export interface FrontierCount {
  readonly states: Readonly<Record<LinkState, number>>;
  /** `state:reason` → number, for URLs that neither wait nor are leased. */
  readonly reasons: ReadonlyMap<string, number>;
  /** Hosts with at least one URL not refused by the scope. */
  readonly hosts: number;
  /** Layers begun in a layered selection; 0 otherwise. */
  readonly layer: number;
  /** Waiting links by group, without groups that have none; it may change with the frontier. */
  readonly waitingByGroup: ReadonlyMap<string, number>;
  /** How far draws by chance have come; `undefined` when the policy has none. */
  readonly chance: ChanceCount | undefined;
  /** Sites that have as many pages as a site may have; absent when the policy sets no bound, or is not known. */
  readonly spentSites?: number;
}

/** What is known of the links and hosts of a crawl. */
export interface ReportedLinks {
  /** Lists all URLs with what is known of them, in order of discovery. */
  knownLinks(): Iterable<KnownLink & { readonly url: Url }>;
  /** Returns the number of URLs that wait on each host, without hosts that have none. */
  waitingByHost(): ReadonlyMap<Host, number>;
  /** Returns the hosts with URLs that a rule of the scope refused when they were discovered. */
  hostsRefusedBy(rule: string): readonly Host[];
  /** Returns for each page the number of URLs discovered by the time of its last link. */
  discoveredUrls(): ReadonlyMap<Url, number>;
  /** Returns the crawl delays of robots.txt files, as far as they are obeyed, in ms; hosts without one are left out. */
  crawlDelays(): ReadonlyMap<Host, number>;
}

/** A part of the queue as others than its crawl see it. */
export interface QueuedLinks {
  /** Hosts with the most queued links, and how many. */
  readonly hosts: readonly { readonly host: string; readonly queued: number }[];
  /** The links of the highest priority. */
  readonly links: readonly Pick<
    FrontierLink,
    "url" | "host" | "priority" | "group" | "depth" | "why"
  >[];
}

/** A link as it is now, and its place among those that are queued. */
export interface PlacedLink extends Omit<KnownLink, "state"> {
  readonly state: StoredState;
  /** Queued links of a higher priority, in all and at its host; `undefined` for a link that is not queued. */
  readonly before: Readonly<Record<"all" | "atHost", number>> | undefined;
}

/**
 * The links that a crawl knows, each URL in exactly one state.
 *
 * Every operation is atomic, and visible to the next one when its promise resolves. A draw that
 * leases a link of a host with a delay, or that is asked to be, is also durable, with all that came before it. So no crash
 * makes a crawl forget that such a host was asked. The other operations may become durable a little
 * later, in order (the adapter documents how soon). A crash loses only the last of them, and they
 * are done again.
 */
export interface Frontier {
  /**
   * Admits links in order: dedupe → quota → merge → cut. A waiting URL has its priority merged; `greater` keeps the one
   * that is worth more under the weights of the groups. A cut URL is merged too, and waits again if it now beats the
   * lowest waiting link. A leased or processed URL stays unchanged. A refused new URL is kept as refused, and admitted
   * when no rule refuses a later offer of it. Throws for a priority outside [0, ∞). Durable when the promise resolves.
   */
  offer(links: readonly OfferedLink[]): Promise<void>;

  /**
   * Leases the best links whose hosts are ready: the host's next slot has come, and fewer than
   * `connectionsPerHost` of its links are leased. A link is never under two leases at once. Expired
   * leases return to waiting first. So do those of a dead process, unless the policy says that they
   * outlive it. Their hosts wait one delay from `now`.
   *
   * In a batch window several links of a host may be leased, one delay apart, with hosts taking
   * turns. The host's next slot need not have come if it comes within the window. Leases of earlier
   * draws count against `connectionsPerHost`; those of this draw do not.
   *
   * Among links of equal value the higher priority comes first, then the earlier admission. When
   * all links of a layer are processed the draw says so, and leases no more until the next layer
   * begins.
   */
  draw(request: DrawRequest): Promise<Draw>;

  /**
   * Ends a lease, offers the links found, frees the host and sets its next slot, in one step.
   * Returns false, and changes nothing, if the lease is over: settled, returned by a draw after it
   * expired, or unknown. A host's next slot never moves back.
   */
  settle(lease: Lease, settlement: Settlement): Promise<boolean>;

  /** Returns whether a lease is open: given, not settled, and not returned by a draw after it expired. */
  holds(lease: Lease): Promise<boolean>;

  /**
   * Returns the open leases that expire by a moment (ms since the epoch), with the present pace of
   * their hosts. Changes nothing.
   */
  expiring(by: number): Promise<readonly Lease[]>;

  /**
   * Makes the best known links the next layer of a layered selection, once a draw reports that the last layer is done.
   * Returns false, and changes nothing, while it is not done, or when no layer follows.
   */
  beginLayer(): Promise<boolean>;

  /**
   * Gives waiting links a new priority, a bounded number in each step, so that other work may be done
   * between two steps. `after` is 0 in the first step, and later what the last one returned as `next`.
   * The last step is durable when its promise resolves, with all before it. Links that are not drawn
   * soon may be left as they are, and be scored when their turn comes near: draws are as if all had been
   * scored at once. That is not sure of a link that an older model scored and that was leased or not
   * offered yet at that time; such a link may be scored when its turn comes near, too.
   */
  rescore(rescoring: Rescoring, after?: number): Promise<Rescored>;

  /** Says how links are scored that the last rescoring of an earlier process left for later. */
  resumeRescoring(rescoring: Rescoring): Promise<void>;

  /** Sets group weights in [0, ∞), 1 by default. They apply to `best`, `proportional` and `layered`. */
  weighGroups(weights: ReadonlyMap<string, number>): Promise<void>;

  /** Returns what is known of a URL; `undefined` if it was never offered. */
  find(url: Url): Promise<KnownLink | undefined>;

  /**
   * Returns whether a URL is known in memory to be fetched, refused or failed: another offer of it changes nothing, so no
   * score of it is needed. False of one of which a row would have to be read.
   */
  readonly isDone: (url: Url) => boolean;

  count(): Promise<FrontierCount>;
}
