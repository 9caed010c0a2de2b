import type { DatabaseSync, StatementSync } from "node:sqlite";
import {
  type FrontierPolicy,
  GroupMerge,
  type Head,
  weighKey,
} from "../../../domain/frontier/frontier-policy.ts";
import { OpenLeases } from "../../../domain/frontier/link.ts";
import { registrableDomain } from "../../../domain/web/url/registrable-domain.ts";
import type { Host } from "../../../domain/web/url/url.ts";
import { type ChanceOrder, openChanceOrder } from "./chance-order.ts";
import { HostQueues } from "./host-queues.ts";
import { HostTable } from "./host-table.ts";
import { LinkTable } from "./link-table.ts";
import { readLayer, readPagesByHost } from "./read-frontier.ts";
import { Rescorer } from "./rescore-links.ts";
import { ServerTable } from "./server-table.ts";

/** The state of one frontier: its policy, its tables, and its open leases. */
export interface FrontierTables {
  readonly policy: FrontierPolicy;
  readonly links: LinkTable;
  readonly hosts: HostTable;
  readonly servers: ServerTable;
  /** Absent when the policy does not bound the pages of a site. */
  readonly sites: SitePages | undefined;
  readonly queues: HostQueues;
  readonly quotas: QuotaTable;
  readonly layers: LayerCount;
  readonly leases: OpenLeases;
  readonly rescorer: Rescorer;
  /** The merge of the draw that is made. */
  readonly merge: GroupMerge;
  /** Absent when the policy draws no link by chance. */
  readonly chance: ChanceOrder | undefined;
}

/** Opens the tables of a database as an earlier process left them. */
export function openTables(database: DatabaseSync, policy: FrontierPolicy): FrontierTables {
  const queues = new HostQueues(database);
  const hosts = new HostTable(database, policy, queues);
  const chance = openChanceOrder(database, policy);
  const links = new LinkTable(database, policy, { hosts, queues, chance });
  return {
    policy,
    links,
    hosts,
    servers: new ServerTable(database, policy, hosts),
    sites: openSitePages(database, policy, hosts),
    queues,
    quotas: new QuotaTable(database),
    layers: new LayerCount(database),
    leases: new OpenLeases(),
    rescorer: new Rescorer(policy, links, queues),
    merge: new GroupMerge(),
    chance,
  };
}

/** Merges the groups' orders of waiting links by `headOf` into the order of a draw. */
export function mergeByKey(
  { policy, links, queues, merge }: FrontierTables,
  headOf: (group: string) => Head | undefined,
): GroupMerge {
  return merge.begin({
    groups: links.tally.waitingByGroup(),
    weights: queues,
    headOf,
    valueOf: (key, weight) => weighKey(policy.selection, key, weight),
    from: "first",
  });
}

/** Numbers of admitted URLs by quota key. */
class QuotaTable {
  readonly #used: StatementSync;
  readonly #use: StatementSync;

  constructor(database: DatabaseSync) {
    this.#used = database.prepare("SELECT used FROM quota WHERE key = ?");
    this.#use = database.prepare(
      "INSERT INTO quota VALUES (?, 1) ON CONFLICT DO UPDATE SET used = used + 1",
    );
  }

  used(key: string): number {
    return Number(this.#used.get(key)?.["used"] ?? 0);
  }

  use(key: string): void {
    this.#use.run(key);
  }
}

/** The number of layers begun. */
class LayerCount {
  readonly #set: StatementSync;
  begun: number;

  constructor(database: DatabaseSync) {
    this.#set = database.prepare("INSERT OR REPLACE INTO fact VALUES ('layer', ?)");
    this.begun = readLayer(database);
  }

  beginNext(): void {
    this.begun += 1;
    this.#set.run(this.begun);
  }
}

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
class SitePages {
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
function openSitePages(
  database: DatabaseSync,
  { pagesPerSite }: Pick<FrontierPolicy, "pagesPerSite">,
  hosts: HostTable,
): SitePages | undefined {
  return pagesPerSite === undefined ? undefined : new SitePages(database, pagesPerSite, hosts);
}
