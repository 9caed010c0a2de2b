import { hubsTowards } from "../../graph/hubs-and-authorities.ts";
import type { GroupTally } from "../../strategy/group-tally.ts";
import { clusterLinks } from "../../strategy/source/navigation-table.ts";
import type { SourceSettings } from "../../strategy/source/options.ts";
import type { SiteModel } from "../../strategy/source/site-model.ts";
import { typeName } from "../../strategy/source/sitemap.ts";

/** The factors of a cluster's score, and the share of authority in the first. */
type Factors = Pick<SourceSettings, "info" | "dsim" | "balance" | "alpha">;

/**
 * Returns the score of each cluster for a crawl for user-created content, without balance, in [0,
 * ∞). It is Info · DSim, Info = α · authority + (1 − α) · hub (Xu, Gao & Callan 2018, equations 9
 * to 11).
 */
export function contentWorth(
  { sitemap }: Pick<SiteModel, "sitemap">,
  { info, dsim, alpha }: Factors,
): number[] {
  return sitemap.types.map(
    ({ hub, authority, spread }) =>
      (info ? alpha * authority + (1 - alpha) * hub : 1) * (dsim ? spread : 1),
  );
}

/**
 * Returns the score of each cluster for a crawl for the pages of one cluster. It is Info with the
 * target's authority 1 and all others 0, and hubs by these (Xu, Gao & Callan 2018, § 4.4.2). All
 * scores are zero when the target is no cluster.
 */
export function targetWorth(
  { sitemap, table }: Pick<SiteModel, "sitemap" | "table">,
  target: number,
  alpha: number,
): number[] {
  const authorities = Float64Array.from(sitemap.types, (_, cluster) =>
    cluster === target ? 1 : 0,
  );
  const hubs = hubsTowards(authorities, clusterLinks(table));
  return Array.from(
    authorities,
    (authority, cluster) => alpha * authority + (1 - alpha) * (hubs[cluster] ?? 0),
  );
}

/**
 * Returns the balance of each cluster, in [0,1]: the share of all pages crawled that are not in it
 * (§ 4.4.1).
 */
export function clusterBalance(
  { sitemap, labels }: Pick<SiteModel, "sitemap" | "labels">,
  { pages, types }: Pick<GroupTally, "pages" | "types">,
): number[] {
  const all = labels.length + pages;
  return sitemap.types.map(
    (type, cluster) => 1 - (type.pages + (types.get(typeName(cluster)) ?? 0)) / all,
  );
}
