import { clusterSpread } from "../../cluster/cluster-spread.ts";
import type { Clustering } from "../../cluster/clustering.ts";
import { NOISE } from "../../cluster/clustering.ts";
import { hubsAndAuthorities } from "../../graph/hubs-and-authorities.ts";
import type { Url } from "../../url/url.ts";
import type { SparseRows } from "../../vector/sparse-rows.ts";
import { clusterLinks, type NavigationTable, type PlacedPage } from "./navigation-table.ts";

/** Pages made from one template, as a sample of the site shows them. */
export type PageType = {
  /** `type-1` has the most pages. */
  readonly name: string;
  /** Pages of the sample. */
  readonly pages: number;
  /** Some of them, in order of fetching. */
  readonly examples: readonly Url[];
  /**
   * Hub and authority in [0,1]: how much its links lead where others lead, and how much links lead
   * to it (Kleinberg 1999).
   */
  readonly hub: number;
  readonly authority: number;
  /** How much its pages differ, in [0, ∞): mean distance to their mean. */
  readonly spread: number;
};

/** Links from pages of one type to pages of another, both by their number. */
export type SiteArc = {
  readonly from: number;
  readonly to: number;
  /** Expected number of links on the sample's pages. */
  readonly links: number;
  /** The place on the page that has most of them. */
  readonly apath: string;
};

/** The page types of a site and what links where. */
export type Sitemap = {
  readonly types: readonly PageType[];
  /** Pages of the sample that are similar to no others. */
  readonly outliers: number;
  /** Sorted by types; each pair of types occurs once. */
  readonly arcs: readonly SiteArc[];
};

/** Number of examples kept of a type. */
const EXAMPLES = 3;

/** Returns the name of the type of a cluster's pages; outliers have one, too. */
export function typeName(cluster: number): string {
  return cluster === NOISE ? OUTLIER : `type-${cluster + 1}`;
}

/** Type of pages that are similar to none of the sample's. */
export const OUTLIER = "outlier";

/**
 * Describes a site by the pages with a cluster, in order of fetching, and the rows of the clustered
 * ones.
 */
export function describeSite(
  placed: readonly Pick<PlacedPage, "url" | "cluster">[],
  rows: SparseRows,
  clustering: Clustering,
  table: NavigationTable,
): Sitemap {
  const { clusters } = clustering;
  const { hubs, authorities } = hubsAndAuthorities(clusters, clusterLinks(table));
  const spread = clusterSpread(rows, clustering);
  const members: Url[][] = Array.from({ length: clusters }, () => []);
  for (const { url, cluster } of placed) members[cluster]?.push(url);
  return {
    types: members.map((pages, cluster) => ({
      name: typeName(cluster),
      pages: pages.length,
      examples: pages.slice(0, EXAMPLES),
      hub: hubs[cluster] ?? 0,
      authority: authorities[cluster] ?? 0,
      spread: spread[cluster] ?? 0,
    })),
    outliers: placed.filter(({ cluster }) => cluster === NOISE).length,
    arcs: arcsOf(table),
  };
}

function arcsOf(table: NavigationTable): SiteArc[] {
  const arcs = new Map<string, SiteArc & { readonly most: number }>();
  for (const entry of table) {
    clusterLinks([entry])((from, to, links) => {
      const name = `${from} ${to}`;
      const known = arcs.get(name);
      const all = links + (known?.links ?? 0);
      const most = Math.max(links, known?.most ?? 0);
      const apath = known !== undefined && known.most >= links ? known.apath : entry.apath;
      arcs.set(name, { from, to, links: all, apath, most });
    });
  }
  return Array.from(arcs.values(), ({ from, to, links, apath }) => {
    return { from, to, links, apath };
  }).toSorted((a, b) => a.from - b.from || a.to - b.to);
}
