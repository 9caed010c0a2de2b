/** Links: as they are offered, queued, leased and settled. */
import type { HostPace } from "../web/politeness/crawl-delay.ts";
import type { Host, Url } from "../web/url/url.ts";

/** The text around a link: all that is known of it before its page is fetched. */
export interface Snippet {
  /** Anchor text. */
  readonly anchor: string;
  readonly before: string;
  readonly after: string;
  /** Title of the page with the link. */
  readonly title: string;
  /** Score that the page hands on to its links, in strategies with inherited scores; in [0, ∞). */
  readonly inherited?: number;
  /** By how much the pages on the way to it fell short of their predictions, in strategies that use this; in [0, ∞). */
  readonly shortfall?: number;
  /** The query, for a search engine's result. The result's title is the anchor text, its extract the text behind. */
  readonly query?: string;
  /** Set when the page has the link only when it is rendered. */
  readonly onlyRendered?: true;
  /** Where on its page the link stands, in strategies that use this. */
  readonly place?: string;
  /** Set where the link is a row of a list that its page is, in strategies that use this. */
  readonly listed?: true;
  /** What a specialist said of the link when it was discovered, in [0, ∞), in strategies that use this. */
  readonly advice?: number;
}

/** A limit: at most `limit` URLs with this key are admitted; further ones are refused by `rule`. */
export interface Quota {
  readonly key: string;
  readonly limit: number;
  readonly rule: string;
  /**
   * `hosts` if it limits hosts, so that only the first URL of each counts. `domain` if it limits the
   * URLs of a whole registrable domain. Absent if it limits the URLs of one host.
   */
  readonly counts?: "hosts" | "domain";
}

/** A link with its score and the verdict of the scope, before it enters the frontier. */
export interface OfferedLink {
  readonly url: Url;
  readonly host: Host;
  /** In [0, ∞); higher is fetched earlier. */
  readonly priority: number;
  /** Links of a group share a weight by which the planner multiplies their priority; `""` is also a group. */
  readonly group: string;
  /** Number of links followed from a seed, which has 0. */
  readonly depth: number;
  /** Number of redirects followed from a link on a page. */
  readonly redirects: number;
  readonly parent: Url | undefined;
  readonly snippet: Snippet | undefined;
  readonly why: string;
  /** Content hash of the model that set the priority. */
  readonly model: string;
  readonly quotas: readonly Quota[];
  /** The scope rule that excludes this link: it is stored as `refused` and never drawn. */
  readonly refusedBy: string | undefined;
}

/** A link that waits or is leased. */
export interface FrontierLink extends Omit<OfferedLink, "quotas" | "refusedBy"> {
  /** Order of first admission, from 1; the smaller number breaks ties of priority. */
  readonly sequence: number;
  /** Fetches that failed for a reason worth another try. */
  readonly attempts: number;
}

/** The right to fetch one link from `startAt` until `expiresAt`. */
export interface Lease {
  readonly id: string;
  readonly link: FrontierLink;
  readonly pace: HostPace;
  /** Earliest fetch, in ms since the epoch: the time of the draw, or later in a batch window. */
  readonly startAt: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Layers begun before the link was drawn, in a layered selection; 0 for the seeds and for all other selections. */
  readonly layer: number;
  /** Number of the server that is asked, when its address is known or presumed. */
  readonly server?: number;
  /** Prints of the texts that the host sends for what does not exist, when they are known. */
  readonly notFound?: readonly number[];
}

/**
 * Returns the name of the links that are fetched one after the other: those of the host, or of all
 * hosts of its domain at its address.
 */
export function turnOf({ server, link }: Pick<Lease, "server" | "link">): string {
  return server === undefined ? link.host : `server ${server}`;
}

/** The states of {@link LinkState}. */
export const LINK_STATES = ["waiting", "leased", "fetched", "refused", "failed", "cut"] as const;

/** The state of a URL that was offered; each URL has exactly one. */
export type LinkState = (typeof LINK_STATES)[number];

/**
 * A {@link LinkState}, split where the frontier treats links differently. A waiting link is in its host's queue,
 * postponed to a moment, or kept for a later layer. A filtered link was refused when it was offered and never admitted.
 */
export type StoredState = (typeof ADMITTED_STATES)[number] | "filtered";

/** Those of links that were admitted. */
export const ADMITTED_STATES = [
  "queued",
  "postponed",
  "next-layer",
  "leased",
  "fetched",
  "refused",
  "failed",
  "cut",
] as const;

/** Returns true for the stored states of links that wait. */
export function isWaiting(state: StoredState): boolean {
  return state === "queued" || state === "postponed" || state === "next-layer";
}

/** Returns the state in reports for a stored state. */
export function linkStateOf(state: StoredState): LinkState {
  if (state === "filtered") return "refused";
  return state === "queued" || state === "postponed" || state === "next-layer" ? "waiting" : state;
}

/** The few facts of a known URL that decide what an offer or a draw does with it. */
export interface LinkSummary {
  readonly url: Url;
  readonly sequence: number;
  readonly hostId: number;
  readonly group: string;
  readonly state: StoredState;
  readonly priority: number;
  readonly depth: number;
}

/** The frontier's knowledge of a URL. */
export interface KnownLink {
  readonly state: LinkState;
  /** Why the link was fetched, refused, failed or cut, as in reports; `""` while it waits or is leased. */
  readonly reason: string;
  /** The link as it is now; `undefined` for a link that was refused when it was offered. */
  readonly link: FrontierLink | undefined;
}

/** The result of a fetch, with everything that is stored together with it. */
export interface Settlement {
  readonly result:
    | {
        readonly kind: "done";
        readonly state: "fetched" | "refused" | "failed";
        /** Counted in reports: `page`, `redirect`, `robots`, `gone`, `not-recorded`, `timeout` … */
        readonly reason: string;
      }
    | {
        /** Back to waiting, not drawn before `notBefore` (ms since the epoch). */
        readonly kind: "again";
        readonly reason: string;
        readonly notBefore: number;
        /** False when no fetch was tried: the host only has to wait. */
        readonly countsAsAttempt: boolean;
      };
  /** Pace of the host from now on. */
  readonly pace: HostPace;
  /** Time of completion, ms since the epoch; the host's next slot is counted from here. */
  readonly now: number;
  /** Links found on the page; offered in the same transaction. */
  readonly links: readonly OfferedLink[];
  /** Address that the host was last reached at; absent when it is unknown, as on a recording. */
  readonly address?: string | undefined;
}

/** A lease that has not ended, with its link in its current state. */
interface OpenLease {
  readonly id: Lease["id"];
  readonly link: LinkSummary;
  /** Ms since the epoch; -∞ for a lease that the next draw ends. */
  readonly expiresAt: number;
}

/** Returns the id of the n-th lease of a link: no other lease of the crawl has this id. */
export function leaseId(sequence: number, n: number): Lease["id"] {
  return `${sequence}.${n}`;
}

/** The open leases of a crawl, in the order of drawing. */
export class OpenLeases {
  readonly #byId = new Map<Lease["id"], OpenLease>();

  add(lease: OpenLease): void {
    this.#byId.set(lease.id, lease);
  }

  /** Returns false for a lease that was settled, has expired at a draw, or was never given. */
  has(id: Lease["id"]): boolean {
    return this.#byId.has(id);
  }

  /** Removes a lease and returns it; `undefined` if it is not open. */
  end(id: Lease["id"]): OpenLease | undefined {
    const lease = this.#byId.get(id);
    this.#byId.delete(id);
    return lease;
  }

  /** Returns all leases that expire by a moment (ms since the epoch). */
  expiring(by: number): readonly OpenLease[] {
    return [...this.#byId.values()].filter(({ expiresAt }) => expiresAt <= by);
  }

  /** Removes and returns all leases that have expired by `now` (ms since the epoch). */
  expire(now: number): readonly OpenLease[] {
    if (this.#byId.size === 0) return [];
    const expired = this.expiring(now);
    for (const { id } of expired) this.#byId.delete(id);
    return expired;
  }

  /** Returns when the first lease expires, in ms since the epoch; `undefined` if no lease is open. */
  nextExpiry(): number | undefined {
    let next: number | undefined;
    for (const { expiresAt } of this.#byId.values()) {
      if (next === undefined || expiresAt < next) next = expiresAt;
    }
    return next;
  }
}

/** Leases that a link may lose before it is given up. */
export const MOST_LOST_LEASES = 3;

/** A link whose harvesters died. */
export interface LostLink {
  /** `sequence` of the link. */
  readonly sequence: number;
  /** Number of leases that it has lost so far. */
  readonly losses: number;
  /** Most links in its next batch. */
  readonly most: number;
}

/**
 * Returns a link after its harvester died with a batch of `size` links; `undefined` when the link
 * is given up. Nobody knows which link of a dead batch killed the harvester. So the next batches
 * have the square root of the links, and those after them one each. Only a link that lost its last
 * lease alone is given up, and of n neighbours no more than √n are asked three times.
 */
export function afterLoss(
  { sequence, losses }: Pick<LostLink, "sequence" | "losses">,
  size: number,
): LostLink | undefined {
  const lost = losses + 1;
  if (lost >= MOST_LOST_LEASES) return undefined;
  const most = lost < MOST_LOST_LEASES - 1 ? Math.ceil(Math.sqrt(size)) : 1;
  return { sequence, losses: lost, most };
}
