import type { HostPace } from "../politeness/host-pace.ts";
import type { Host, Url } from "../url/url.ts";

/** The text around a link, all that is known of it before its page is fetched. */
export interface Snippet {
  /** Anchor text. */
  readonly anchor: string;
  readonly before: string;
  readonly after: string;
  /** Title of the page it stands on. */
  readonly title: string;
  /** Worth that the page hands on, in a strategy where worth is inherited; in [0, ∞). */
  readonly inherited?: number;
  /** By how much the pages on the way to it fell short of what was predicted, where a strategy minds that; in [0, ∞). */
  readonly shortfall?: number;
  /** Of a search engine's result: the query that gave it. Its title stands as anchor text, its extract behind. */
  readonly query?: string;
}

/** At most `limit` URLs with this key are admitted; one more is refused by `rule`. */
export interface Quota {
  readonly key: string;
  readonly limit: number;
  readonly rule: string;
}

/** A link as a strategy scored it and the scope judged it, on its way into the frontier. */
export interface OfferedLink {
  readonly url: Url;
  readonly host: Host;
  /** In [0, ∞); higher is fetched earlier. */
  readonly priority: number;
  /** Links of a group share a weight that the planner multiplies their priority by; `""` is a group. */
  readonly group: string;
  /** Links followed from a seed, which has 0. */
  readonly depth: number;
  /** Redirects followed to come here from a link on a page. */
  readonly redirects: number;
  readonly parent: Url | undefined;
  readonly snippet: Snippet | undefined;
  readonly why: string;
  /** Content hash of the model that set the priority. */
  readonly model: string;
  readonly quotas: readonly Quota[];
  /** The scope rule that keeps this link out: it is kept as `refused` and never drawn. */
  readonly refusedBy: string | undefined;
}

/** A link that waits or is leased. */
export interface FrontierLink extends Omit<OfferedLink, "quotas" | "refusedBy"> {
  /** Order of first admission, from 1; ties of priority are broken by the smaller one. */
  readonly sequence: number;
  /** Fetches begun that ended in a failure worth another try. */
  readonly attempts: number;
}

/** The right to fetch one link from `startAt` until `expiresAt`. */
export interface Lease {
  readonly id: string;
  readonly link: FrontierLink;
  readonly pace: HostPace;
  /** Not fetched before, ms since the epoch: the time of the draw, or later in a batch window. */
  readonly startAt: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Layers begun before the link was drawn, of a layered selection; 0 for the seeds and for all others. */
  readonly layer: number;
}

/** The states of {@link LinkState}. */
export const LINK_STATES = ["waiting", "leased", "fetched", "refused", "failed", "cut"] as const;

/** The one state each URL ever offered is in. */
export type LinkState = (typeof LINK_STATES)[number];

/**
 * A {@link LinkState}, told apart where the frontier treats links differently. A waiting link is in its
 * host's queue, postponed to a moment, or kept for a later layer. A filtered one was refused when it was
 * offered and never admitted.
 */
export type StoredState =
  | "queued"
  | "postponed"
  | "next-layer"
  | "filtered"
  | Exclude<LinkState, "waiting">;

/** True for the stored states of links that wait. */
export function isWaiting(state: StoredState): boolean {
  return state === "queued" || state === "postponed" || state === "next-layer";
}

/** The state that reports name for a stored state. */
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

/** What a frontier knows of a URL. */
export interface KnownLink {
  readonly state: LinkState;
  /** Why the link was fetched, refused, failed or cut, as in reports; `""` while it waits or is leased. */
  readonly reason: string;
  /** The link as it is now; `undefined` for one that was refused when it was offered. */
  readonly link: FrontierLink | undefined;
}

/** How a fetch ended, with everything that becomes true at that moment. */
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
        /** False where nothing was tried: the host only has to wait. */
        readonly countsAsAttempt: boolean;
      };
  /** Pace of the host from now on. */
  readonly pace: HostPace;
  /** Time of settling, ms since the epoch; the host's next slot is counted from here. */
  readonly now: number;
  /** Links found on the page; offered in the same transaction. */
  readonly links: readonly OfferedLink[];
}
