import type { PageType, SiteArc, Sitemap } from "../../lib/domain/methods/sitemap.ts";
import { aUrl } from "./a-url.ts";

/** A page type by its number from 0. */
export function aPageType(number: number, parts: Partial<PageType> = {}): PageType {
  return {
    name: `type-${number + 1}`,
    pages: 10,
    examples: ["a", "b", "c"].map((page) => aUrl(`http://site.example/${number + 1}/${page}`)),
    hub: 0.25,
    authority: 0.5,
    spread: 0.125,
    ...parts,
  };
}

/** An arc between types by their numbers from 0. */
export function aSiteArc(from: number, to: number, links: number): SiteArc {
  return { from, to, links, apath: "/html/body/ul/li/a.next" };
}

/** A sitemap with so many types, or these. */
export function aSitemap(
  types: number | readonly PageType[],
  arcs: readonly SiteArc[] = [],
  outliers = 0,
): Sitemap {
  const numbered =
    typeof types === "number"
      ? Array.from({ length: types }, (_, number) => aPageType(number))
      : types;
  return { types: numbered, outliers, arcs };
}
