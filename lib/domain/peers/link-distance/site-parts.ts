import type { MarkedPath, MarkedPaths } from "../../strategy/marked-paths.ts";
import { hostOf } from "../../url/canonical-url.ts";
import { registrableDomain } from "../../url/registrable-domain.ts";
import type { Url } from "../../url/url.ts";

/** The paths of a site with their pages and neighbours, and those of all other sites. */
export interface SitePart {
  /** Registrable domain of the start pages. */
  readonly site: string;
  readonly own: MarkedPaths;
  readonly others: MarkedPaths;
}

/**
 * Separates the marked paths of each site of a start page from those of all other sites. A site has
 * the pages of its domain, of its paths, and those linked from these. A page shared by two sites is
 * in no `others` of either.
 */
export function partBySite(marked: MarkedPaths): SitePart[] {
  return [...new Set(marked.paths.map(siteOf))].map((site) => partBy(marked, site));
}

function partBy({ paths, pages }: MarkedPaths, site: string): SitePart {
  const ownPaths = paths.filter((path) => siteOf(path) === site);
  const onPaths = new Set(ownPaths.flat());
  const linked = new Set(
    pages
      .filter(({ url }) => onPaths.has(url))
      .flatMap(({ anchors }) => anchors.map(({ url }) => url)),
  );
  const isOwn = (url: Url) => onPaths.has(url) || linked.has(url) || domainOf(url) === site;
  return {
    site,
    own: { paths: ownPaths, pages: pages.filter(({ url }) => isOwn(url)) },
    others: {
      paths: paths.filter((path) => siteOf(path) !== site),
      pages: pages.filter(({ url }) => !isOwn(url)),
    },
  };
}

function siteOf([start]: MarkedPath): string {
  return start === undefined ? "" : domainOf(start);
}

function domainOf(url: Url): string {
  return registrableDomain(hostOf(url));
}
