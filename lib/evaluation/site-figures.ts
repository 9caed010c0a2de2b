import { SITE_QUOTA } from "../domain/frontier/scope.ts";
import { hostOf } from "../domain/web/url/canonical-url.ts";
import { registrableDomain } from "../domain/web/url/registrable-domain.ts";
import type { Host, Url } from "../domain/web/url/url.ts";
import type { RecordStore } from "../ports/record-store.ts";

/** Why nothing more comes of a site, or that more may come. */
export type SiteEnd = "budget" | "queued" | "quota" | "no-page" | "exhausted";

/** The figures of a site: all hosts of a registrable domain. */
export interface SiteFigures {
  readonly site: string;
  readonly seeds: number;
  readonly pages: number;
  /** Target pages as predicted by the crawl. */
  readonly targets: number;
  /** URLs that wait. */
  readonly waiting: number;
  /**
   * `budget`: it has as many pages as a site may have; what waits is not fetched. `queued`: some of its
   * URLs wait. `quota`: others were refused, as it had as many as a site may have. `no-page`: no URL
   * of it gave a page. `exhausted`: all its URLs are done.
   */
  readonly end: SiteEnd;
  /** The most common reason why its URLs gave no page, where none did: `failed:dns`. */
  readonly reason: string | undefined;
}

/** The parts of a run by which its sites are counted. */
interface CountedRun {
  readonly records: Pick<RecordStore, "list">;
  waitingByHost(): ReadonlyMap<Host, number>;
  hostsRefusedBy(rule: string): readonly Host[];
}

interface SiteCount {
  seeds: number;
  pages: number;
  targets: number;
  waiting: number;
  isFull: boolean;
  /** `state:reason` of what gave no page → number; dropped with the first page. */
  readonly reasons: Map<string, number>;
}

/**
 * Counts the sites of a run, those with the most pages first, then those with the most seeds. Its
 * memory grows with sites, not with pages. `pagesPerSite` is the bound that the project sets.
 */
export async function siteFigures(
  run: CountedRun,
  seeds: AsyncIterable<{ readonly url: Url | undefined }>,
  pagesPerSite = Number.POSITIVE_INFINITY,
): Promise<readonly SiteFigures[]> {
  const sites = new Map<string, SiteCount>();
  const siteOf = remembered(sites);
  for await (const { url } of seeds) if (url !== undefined) siteOf(hostOf(url)).seeds += 1;
  for await (const { host, state, reason, page } of run.records.list()) {
    const site = siteOf(host);
    if (page === undefined) {
      if (site.pages === 0) add(site.reasons, `${state}:${reason}`);
      continue;
    }
    site.reasons.clear();
    site.pages += 1;
    if (page.isTarget) site.targets += 1;
  }
  for (const [host, waiting] of run.waitingByHost()) siteOf(host).waiting += waiting;
  for (const host of run.hostsRefusedBy(SITE_QUOTA)) siteOf(host).isFull = true;
  return Array.from(sites, (site) => figuresOf(site, pagesPerSite)).toSorted(
    (one, other) =>
      other.pages - one.pages || other.seeds - one.seeds || (one.site < other.site ? -1 : 1),
  );
}

/** Counts the sites that have as many pages as a site may have. */
export function spentSites(pagesByHost: ReadonlyMap<Host, number>, pagesPerSite: number): number {
  return pagesBySite(pagesByHost)
    .values()
    .filter((pages) => pages >= pagesPerSite)
    .toArray().length;
}

/** Sums the pages fetched from each host by site; sites that have none are left out. */
export function pagesBySite(pagesByHost: ReadonlyMap<Host, number>): ReadonlyMap<string, number> {
  const sites = new Map<string, number>();
  for (const [host, pages] of pagesByHost) {
    const site = registrableDomain(host);
    sites.set(site, (sites.get(site) ?? 0) + pages);
  }
  return sites;
}

function figuresOf(
  [site, counted]: readonly [string, SiteCount],
  pagesPerSite: number,
): SiteFigures {
  const { seeds, pages, targets, waiting, reasons } = counted;
  const [[reason] = [undefined]] = [...reasons].toSorted(([, a], [, b]) => b - a);
  return { site, seeds, pages, targets, waiting, end: endOf(counted, pagesPerSite), reason };
}

function endOf({ pages, waiting, isFull }: SiteCount, pagesPerSite: number): SiteEnd {
  if (pages >= pagesPerSite) return "budget";
  if (waiting > 0) return "queued";
  if (pages === 0) return "no-page";
  return isFull ? "quota" : "exhausted";
}

/** Returns a look-up by host; most records in a row are of few hosts. */
function remembered(sites: Map<string, SiteCount>): (host: Host) => SiteCount {
  const byHost = new Map<Host, SiteCount>();
  return (host) => {
    const known = byHost.get(host);
    if (known !== undefined) return known;
    const name = registrableDomain(host);
    const site = sites.get(name) ?? {
      seeds: 0,
      pages: 0,
      targets: 0,
      waiting: 0,
      isFull: false,
      reasons: new Map<string, number>(),
    };
    sites.set(name, site);
    if (byHost.size >= MOST_REMEMBERED) byHost.clear();
    byHost.set(host, site);
    return site;
  };
}

/** Hosts whose sites are held at one time. */
const MOST_REMEMBERED = 20_000;

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
