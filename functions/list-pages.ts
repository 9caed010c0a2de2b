import { openLiveCrawlWeb } from "../lib/adapters/web/live/live-web.ts";
import { SitemapReader } from "../lib/adapters/web/live/sitemap-reader.ts";
import type { Url } from "../lib/domain/web/url/url.ts";
import type { Clock } from "../lib/ports/clock.ts";
import { liveWebSettings, sitemapSettings } from "../lib/project/identified-user-agent.ts";
import type { SitemapPorts } from "../lib/stack/read-sitemaps.ts";

/** Creates what reads the sitemaps of a crawl: by the limits, rules and guards of one machine. */
export function pageLister(clock: Clock): SitemapPorts["listPages"] {
  return async ({ project }, seeds, until) => {
    const { web, gate } = openLiveCrawlWeb({ ...liveWebSettings(project), clock });
    const reader = new SitemapReader({
      ...sitemapSettings(project),
      web: web.anyMediaType,
      gate,
      clock,
      until,
    });
    const urls = new Set<Url>();
    const unread = new Map<Url, string>();
    try {
      await reader.read(seeds, {
        async onRead(_site, pages) {
          for (const url of pages.urls) urls.add(url);
          for (const [file, why] of pages.unread) unread.set(file, why);
        },
      });
      return { urls, unread };
    } finally {
      await web.close();
    }
  };
}
