/** How many feeds of a host are followed. */
import type { OfferedLink, Quota } from "../../frontier/link.ts";

/** Group of the links to feeds that pages name. */
export const FEED_GROUP = "feed";

/** Rule that refuses further feeds of a host. */
export const FEED_QUOTA = "feed-quota";

/**
 * Most feeds of a host that are followed because its pages name them, the first ones discovered: those of
 * the site itself. Many sites name another one for the comments on each page.
 */
const FEEDS_PER_HOST = 3;

/** Returns the quota under which a feed that a page names is admitted; none for another link. */
export function feedQuotas({
  host,
  group,
  redirects,
}: Pick<OfferedLink, "host" | "group" | "redirects">): readonly Quota[] {
  if (group !== FEED_GROUP || redirects > 0) return [];
  return [{ key: `feeds:${host}`, limit: FEEDS_PER_HOST, rule: FEED_QUOTA }];
}
