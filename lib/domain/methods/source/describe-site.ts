import { clusterSpread } from "../../stats/cluster/cluster-spread.ts";
import type { Clustering } from "../../stats/cluster/clustering.ts";
import { NOISE } from "../../stats/cluster/clustering.ts";
import type { SparseRows } from "../../stats/vector/sparse-rows.ts";
import type { Url } from "../../web/url/url.ts";
import { hubsAndAuthorities } from "../graph/hubs-and-authorities.ts";
import { type SiteArc, type Sitemap, typeName } from "../sitemap.ts";
import { clusterLinks, type NavigationTable, type PlacedPage } from "./navigation-table.ts";

/** Number of examples kept of a type. */
const EXAMPLES = 3;

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
