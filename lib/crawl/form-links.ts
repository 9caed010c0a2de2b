import type { FrontierLink, OfferedLink } from "../domain/frontier/link.ts";
import { linkIntent } from "../domain/url/link-intent.ts";

/**
 * Factor of the priority of a link to a form: below every prediction of a page, but in the order of
 * the strategy. It is no refusal, since a name may mislead.
 */
const LAST = 1e-30;

/** The part of a link that its rank depends on. */
type RankedLink = Pick<FrontierLink, "url" | "parent" | "priority" | "why">;

/**
 * Ranks a scored link: one that shares, prints or answers a page, or asks for a password, comes last.
 * It is done for every strategy at once, as none looks for such pages; orders of discovery and of
 * chance have no priorities and keep theirs.
 */
export function rankLink({ url, parent, priority, why }: RankedLink): {
  readonly priority: number;
  readonly why: string;
} {
  const intent = parent === undefined ? undefined : linkIntent(url, parent);
  if (intent === undefined) return { priority, why };
  return { priority: priority * LAST, why: `${why}; last, as a link to ${intent}` };
}

/** Counts the distinct links of a page that come last, by what they are for. */
export function countFormLinks(
  links: readonly Pick<OfferedLink, "url" | "parent" | "refusedBy">[],
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { url, parent, refusedBy } of links) {
    if (parent === undefined || refusedBy !== undefined) continue;
    const intent = linkIntent(url, parent);
    if (intent !== undefined) counts[intent] = (counts[intent] ?? 0) + 1;
  }
  return counts;
}
