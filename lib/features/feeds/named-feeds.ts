/** Links to the feeds that a page names. */
import { MOST_PREDICTED } from "../../crawl/admit-links.ts";
import type { LinkReader } from "../../crawl/rules.ts";
import type { ViewedPage } from "../../crawl/viewed-page.ts";
import type { FrontierLink, OfferedLink } from "../../domain/frontier/link.ts";
import { findFeedLinks } from "../../domain/page/feeds/feed-links.ts";
import { FEED_GROUP, feedQuotas } from "../../domain/page/feeds/feed-quotas.ts";

/**
 * Returns the links to the feeds that a page names. No strategy has learned what a feed is worth, so one ranks as
 * the page did whose links it is like: the page that names it.
 */
export function linksToFeeds(
  { html, view }: ViewedPage,
  link: Pick<FrontierLink, "url" | "depth" | "priority">,
  { urlOf, admit }: LinkReader,
): readonly OfferedLink[] {
  return findFeedLinks(html).flatMap(({ href, title }) => {
    const url = urlOf(href, view.baseHref ?? view.url);
    if (url === undefined) return [];
    const depth = link.depth + 1;
    const { host, quotas, refusedBy } = admit(url, depth);
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
      quotas: [...quotas, ...feedQuotas(named)],
      refusedBy,
    };
  });
}
