import type { FrontierLink, OfferedLink, Quota } from "../domain/frontier/link.ts";
import { canonicalUrl, hostOf } from "../domain/web/url/canonical-url.ts";
import type { Web } from "../ports/web.ts";
import { MOST_PREDICTED, type SkipReason } from "./admit-links.ts";
import type { ReadingPlan } from "./crawl-plan.ts";
import type { ViewedPage } from "./view-page.ts";

/** Group of the links to feeds that pages name. */
export const FEED_GROUP = "feed";

/** Rule that refuses further feeds of a host. */
const FEED_QUOTA = "feed-quota";

/**
 * Most feeds of a host that are followed because its pages name them, the first ones discovered: those of
 * the site itself. Many sites name another one for the comments on each page.
 */
const FEEDS_PER_HOST = 3;

/**
 * Returns the links to the feeds that a page names. No strategy has learned what a feed is worth, so one ranks as
 * the page did whose links it is like: the page that names it.
 */
export function feedLinks(
  { canonical, scope }: Pick<ReadingPlan, "canonical" | "scope">,
  { identify }: Pick<Web, "identify">,
  { view, feeds = [] }: ViewedPage,
  link: Pick<FrontierLink, "url" | "depth" | "priority">,
  skipReason: SkipReason | undefined,
): readonly OfferedLink[] {
  return feeds.flatMap(({ href, title }) => {
    const parsed = canonicalUrl(href.trim(), view.baseHref ?? view.url, canonical);
    if (!parsed.ok) return [];
    const url = identify(parsed.url);
    const host = hostOf(url);
    const depth = link.depth + 1;
    const verdict = scope({ url, host, depth });
    const named = { host, group: FEED_GROUP, redirects: 0 };
    return {
      ...named,
      url,
      priority: Math.min(link.priority, MOST_PREDICTED),
      depth,
      parent: link.url,
      snippet: { anchor: title, before: "", after: "", title: view.title },
      why: "a feed that the page names",
      model: "",
      quotas: [...verdict.quotas, ...feedQuotas(named)],
      refusedBy: verdict.refusedBy ?? skipReason,
    };
  });
}

/** Returns the quota under which a feed that a page names is admitted; none for another link. */
export function feedQuotas({
  host,
  group,
  redirects,
}: Pick<OfferedLink, "host" | "group" | "redirects">): readonly Quota[] {
  if (group !== FEED_GROUP || redirects > 0) return [];
  return [{ key: `feeds:${host}`, limit: FEEDS_PER_HOST, rule: FEED_QUOTA }];
}

/** Adds feeds to the links of their page; one that the page also links to is a feed alone. */
export function withFeeds(
  links: readonly OfferedLink[],
  feeds: readonly OfferedLink[],
): readonly OfferedLink[] {
  if (feeds.length === 0) return links;
  const named = new Map(feeds.map((feed) => [feed.url, feed]));
  return [...links.filter(({ url }) => !named.has(url)), ...named.values()];
}
