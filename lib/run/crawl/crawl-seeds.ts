/** The seeds of a crawl on this machine, with those that the sitemaps of their sites list. */

import { systemClock } from "../../adapters/system-clock.ts";
import { isUnseeded } from "../../crawl/admit-links.ts";
import type { CrawlPlan, CrawlPorts, LateSeeds } from "../../crawl/crawl-plan.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { unreadEvent } from "../../evaluation/unread-sources.ts";
import type { Project } from "../../project/project-schema.ts";
import { noteSitemapsRead, sitemapsRead } from "../folder/run-seeds.ts";
import type { ListedPages, OpenedWeb } from "../web/open-web.ts";
import type { EarlierRuns } from "./earlier-runs.ts";

/** The seeds of a crawl, and the latest changes of pages that sitemaps state, in ms since the epoch. */
interface AllSeeds extends Pick<CrawlPlan, "seeds" | "lateSeeds"> {
  readonly statedChanges?: ReadonlyMap<Url, number> | undefined;
}

/**
 * Returns the seeds, with a reading of the sitemaps of their sites that goes on beside the crawl, until each is read
 * once. In a recrawl they are read before: their dates put its pages in order, and those that no earlier crawl has
 * fetched are seeds.
 */
export async function allSeeds(
  { seeds: { sitemaps } }: Project,
  {
    directory,
    opened,
    frontier,
    log,
    earlier,
  }: Pick<CrawlPorts, "frontier" | "log"> & {
    readonly directory: string;
    readonly opened: OpenedWeb;
    readonly earlier: Pick<EarlierRuns, "unvisited"> | undefined;
  },
  seeds: readonly Url[],
): Promise<AllSeeds> {
  const begins = await isUnseeded(frontier);
  if (earlier === undefined) {
    const skip = sitemaps && opened.isLive ? sitemapsRead(directory, { begins }) : undefined;
    return { seeds, lateSeeds: skip && sitemapSeeds({ directory, opened, log }, seeds, skip) };
  }
  if (!begins) return { seeds };
  const listed = sitemaps ? await opened.sitemapPages(seeds) : undefined;
  const { urls = [], modified: statedChanges } = listed ?? {};
  if (listed !== undefined) await noteUnreadFiles(log, listed);
  return { seeds: await earlier.unvisited(seeds, urls), statedChanges };
}

/** A site counts as read when its pages are durable: a crash in between reads it again, and offers nothing twice. */
function sitemapSeeds(
  {
    directory,
    opened,
    log,
  }: Pick<CrawlPorts, "log"> & { readonly directory: string; readonly opened: OpenedWeb },
  seeds: readonly Url[],
  skip: ReadonlySet<string>,
): LateSeeds {
  return async (offer, signal) => {
    const onRead = async (site: string, listed: ListedPages) => {
      await offer(listed.urls);
      await noteUnreadFiles(log, listed);
      noteSitemapsRead(directory, site);
    };
    await opened.sitemapPages(seeds, { skip, onRead, signal });
  };
}

async function noteUnreadFiles(log: CrawlPorts["log"], { unread }: ListedPages): Promise<void> {
  if (unread.size > 0) await log.append(unreadEvent("sitemap", unread, systemClock.now()));
}
