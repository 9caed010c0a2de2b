/** The result of a link: as a harvest makes it, and as the crawl records it. */
import type { Lease, OfferedLink, Settlement } from "../domain/frontier/link.ts";
import type { PageRecord } from "../domain/page/page-record.ts";
import type { FoundWall } from "../domain/web/walls/wall.ts";
import type { RecordStore } from "../ports/record-store.ts";

/** Longest detail kept of an outcome, in UTF-16 units: servers write part of it, of any length. */
const MAX_DETAIL_LENGTH = 500;

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

/** The parts of an outcome that not all have. */
type Answer = { readonly [Key in keyof LinkOutcome]?: LinkOutcome[Key] | undefined };

/** Returns the result of a link that is done. */
export function done({
  state,
  reason,
  detail,
  status,
  page,
  location,
  links = [],
  feed,
  print,
}: Pick<LinkOutcome, "state" | "reason"> & Answer): LinkResult {
  const shortened = detail?.slice(0, MAX_DETAIL_LENGTH);
  const outcome = { state, reason, detail: shortened, status, page, location, links };
  const sometimes = { ...(feed && { feed }), ...(print === undefined ? {} : { print }) };
  return { kind: "done", outcome: { ...outcome, ...sometimes } };
}

/** Returns a result with the links that were found on the way to it; one that is tried again has none. */
export function withLinks(result: LinkResult, links: readonly OfferedLink[]): LinkResult {
  return result.kind === "done" ? { kind: "done", outcome: { ...result.outcome, links } } : result;
}

/** Returns the result of an answer that is no content. */
export function wallResult(
  { wall, sign, print }: FoundWall & { readonly print?: number | undefined },
  status?: number,
): LinkResult {
  return done({ state: "failed", reason: wall, detail: sign, status, print });
}

/** Returns the result of a link that a rule refuses: no request was sent for it. */
export function refusedLink(lease: Lease, { rule, detail }: Unasked, now: number): HarvestedLink {
  const result = done({ state: "refused", reason: rule, detail });
  return { lease, pace: lease.pace, fetchedAt: now, fetchMs: 0, result };
}

/** The result of a link: it is done, or is queued again. */
export type LinkResult = HarvestedLink["result"];

/** Why a link is refused without a request. */
export interface Unasked {
  readonly rule: string;
  readonly detail: string;
}

/** A record before the store numbers it. */
export type NewRecord = Parameters<RecordStore["put"]>[0];

/** Makes the record of a link that was fetched or given up; `chanceRank` if it was drawn by chance. */
export function recordOf(
  { lease, fetchedAt, fetchMs }: HarvestedLink,
  { links: _links, ...outcome }: LinkOutcome,
  chanceRank: number | undefined,
): NewRecord {
  const { url, host, depth, parent, priority, group, snippet, model, why } = lease.link;
  return {
    url,
    host,
    depth,
    layer: lease.layer,
    parent,
    priority,
    group,
    linkModel: model,
    linkWhy: why,
    snippet,
    ...(chanceRank === undefined ? {} : { chanceRank }),
    ...outcome,
    fetchedAt,
    fetchMs,
  };
}
