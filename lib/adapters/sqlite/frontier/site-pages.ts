import type { DatabaseSync } from "node:sqlite";
import type { FrontierPolicy } from "../../../domain/frontier/frontier-policy.ts";
import { registrableDomain } from "../../../domain/web/url/registrable-domain.ts";
import type { Host } from "../../../domain/web/url/url.ts";
import type { HostTable } from "./host-table.ts";
import { readPagesByHost } from "./read-frontier.ts";

/** What counts against the page budget of a site, which is a registrable domain. */
interface SiteCount {
  pages: number;
  /** Open leases: each may become a page. */
  leased: number;
  /** Its hosts that wait for one of these leases to end without a page. */
  readonly full: Set<number>;
}

/**
 * The pages of each site, where a site may have only so many. A host whose site has them all, fetched
 * or in flight, is set aside when its first link would be drawn: so a site costs a few look-ups,
 * however many of its links are queued. These go on waiting.
 */
export class SitePages {
  readonly #limit: number;
  readonly #hosts: HostTable;
  /** Sites with a page or a lease. */
  readonly #sites = new Map<string, SiteCount>();
  /** The sites of hosts that had a link at the head of their queue. */
  readonly #ofHosts = new Map<number, SiteCount>();
  #spent = 0;

  constructor(database: DatabaseSync, limit: number, hosts: HostTable) {
    this.#limit = limit;
    this.#hosts = hosts;
    for (const [host, pages] of readPagesByHost(database)) this.#add(this.#site(host), pages);
  }

  /** Number of sites that have all their pages. */
  get spent(): number {
    return this.#spent;
  }

  /** Returns whether the site of a host has all its pages, so that no other link of it is admitted. */
  isSpent(host: Host): boolean {
    const site = this.#sites.get(registrableDomain(host));
    return site !== undefined && site.pages >= this.#limit;
  }

  /** Sets a host aside if its site may have no other lease now; returns whether it did. */
  setAside(hostId: number): boolean {
    const site = this.#of(hostId);
    if (site.pages + site.leased < this.#limit) return false;
    this.#hosts.write(this.#hosts.read(hostId), "full");
    site.full.add(hostId);
    return true;
  }

  lease(hostId: number): void {
    this.#of(hostId).leased += 1;
  }

  /** Counts the end of a lease; returns the hosts that may be drawn from again. */
  end(hostId: number, isPage: boolean): readonly number[] {
    const site = this.#of(hostId);
    site.leased -= 1;
    if (isPage) this.#add(site, 1);
    if (site.full.size === 0 || isPage) return [];
    const hosts = [...site.full];
    site.full.clear();
    return hosts;
  }

  #add(site: SiteCount, pages: number): void {
    const before = site.pages;
    site.pages += pages;
    if (before < this.#limit && site.pages >= this.#limit) this.#spent += 1;
  }

  #of(hostId: number): SiteCount {
    const known = this.#ofHosts.get(hostId);
    if (known !== undefined) return known;
    const site = this.#site(this.#hosts.nameOf(hostId));
    this.#ofHosts.set(hostId, site);
    return site;
  }

  #site(host: string): SiteCount {
    const name = registrableDomain(host);
    const site = this.#sites.get(name) ?? { pages: 0, leased: 0, full: new Set<number>() };
    this.#sites.set(name, site);
    return site;
  }
}

/** Opens the pages of the sites under a policy that bounds them. */
export function openSitePages(
  database: DatabaseSync,
  { pagesPerSite }: Pick<FrontierPolicy, "pagesPerSite">,
  hosts: HostTable,
): SitePages | undefined {
  return pagesPerSite === undefined ? undefined : new SitePages(database, pagesPerSite, hosts);
}
