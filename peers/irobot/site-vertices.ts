import type { SampledPage } from "../../lib/domain/methods/source/sample.ts";
import type { Clustering } from "../../lib/domain/stats/cluster/clustering.ts";
import { learnUrlPatterns, type UrlPattern } from "../sampling/url-patterns.ts";

/** Pages with the same layout and with URLs of the same pattern. */
export interface SiteVertex {
  /** Cluster of its pages; vertices of one cluster differ in their URLs alone. */
  readonly layout: number;
  readonly pattern: UrlPattern;
  /** Indices of its pages in the sample, ascending; at least one. */
  readonly pages: readonly number[];
}

/**
 * Splits clusters of layouts by URL pattern (Cai et al. 2008, § 3.2); pages in no cluster are in no
 * vertex.
 */
export function siteVertices(
  pages: readonly Pick<SampledPage, "url">[],
  { labels }: Pick<Clustering, "labels">,
): SiteVertex[] {
  const places = [...pages.keys()].filter((place) => (labels[place] ?? -1) >= 0);
  return [...Map.groupBy(places, (place) => labels[place])].flatMap(([layout = -1, members]) => {
    const urlOf = (place: number) => pages[place]?.url;
    const patterns = learnUrlPatterns(members.flatMap((place) => urlOf(place) ?? []));
    const byPattern = Map.groupBy(members, (place) => {
      const url = urlOf(place);
      return (url === undefined ? undefined : patterns.get(url)) ?? "";
    });
    return Array.from(
      byPattern,
      ([pattern, alike]): SiteVertex => ({ layout, pattern, pages: alike }),
    );
  });
}
