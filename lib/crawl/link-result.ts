/** The results of a link, as the parts of a harvest make them. */
import type { Lease } from "../domain/frontier/link.ts";
import type { FoundWall } from "../domain/web/walls/wall.ts";
import type { HarvestedLink, LinkOutcome } from "./harvested-link.ts";
import type { LinkResult, Unasked } from "./rules.ts";

/** Longest detail kept of an outcome, in UTF-16 units: servers write part of it, of any length. */
const MAX_DETAIL_LENGTH = 500;

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

/** Returns the result of an answer that is no content: nothing is read from it. */
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
