import type { Lease, OfferedLink, Settlement } from "../domain/frontier/link.ts";
import type { PageRecord } from "../domain/page/page-record.ts";

/** The part of a completed link's record that its lease does not have. */
export type LinkOutcome = Pick<
  PageRecord,
  | "state"
  | "reason"
  | "detail"
  | "status"
  | "change"
  | "page"
  | "feed"
  | "print"
  | "location"
  | "response"
> & {
  /** Links found on the way, to be offered. */
  readonly links: readonly OfferedLink[];
};

/** The result of a lease; a plain value, so that it can be sent to another machine. */
export interface HarvestedLink {
  readonly lease: Lease;
  /** Pace of the host from now on. */
  readonly pace: Lease["pace"];
  /** When its fetch began, ms since the epoch, and how long it took. */
  readonly fetchedAt: number;
  readonly fetchMs: number;
  /** Address that the host was last reached at; absent when it is unknown, as on a recording. */
  readonly address?: string;
  /** The outcome of the link, or that it is queued again. */
  readonly result:
    | { readonly kind: "done"; readonly outcome: LinkOutcome }
    | Extract<Settlement["result"], { kind: "again" }>;
}
