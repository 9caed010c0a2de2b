import type { DatabaseSync, StatementSync } from "node:sqlite";
import {
  type FrontierPolicy,
  GroupMerge,
  type Head,
  weighKey,
} from "../../../domain/frontier/frontier-policy.ts";
import { OpenLeases } from "../../../domain/frontier/link.ts";
import { type ChanceOrder, openChanceOrder } from "./chance-order.ts";
import { HostQueues } from "./host-queues.ts";
import { HostTable } from "./host-table.ts";
import { LinkTable } from "./link-table.ts";
import { readLayer } from "./read-frontier.ts";
import { Rescorer } from "./rescore-links.ts";
import { ServerTable } from "./server-table.ts";
import { openSitePages, type SitePages } from "./site-pages.ts";

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
