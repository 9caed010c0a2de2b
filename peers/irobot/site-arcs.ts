import type { Sample } from "../../lib/domain/methods/source/sample.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { followedLinks } from "../followed-links.ts";
import { compileUrlPattern } from "../sampling/url-patterns.ts";
import type { SiteVertex } from "./site-vertices.ts";

/**
 * Links from pages of one vertex to pages of another, identified by their place and the pattern of
 * their URLs.
 */
export interface SiteArc {
  /** Vertices by number. */
  readonly from: number;
  readonly to: number;
  readonly apath: string;
  /** Number of distinct URLs, followed or not. */
  readonly links: number;
}

/**
 * Returns the arcs of the sitemap (Cai et al. 2008, § 3.4): one per vertex, Apath and vertex that a
 * link was followed to. An arc has all links at that place whose URLs match the pattern of the
 * target vertex.
 */
export function siteArcs(sample: Sample, vertices: readonly SiteVertex[]): SiteArc[] {
  const vertexOf = new Map(
    vertices.flatMap(({ pages }, vertex) => pages.map((place) => [place, vertex] as const)),
  );
  return vertices.flatMap(({ pages }, from) => {
    const standing = new Map<string, Set<Url>>();
    const landed = new Map<string, Set<number>>();
    for (const place of pages) {
      const page = sample.pages[place];
      if (page === undefined) continue;
      for (const [apath, urls] of Object.entries(page.structure.links))
        for (const url of urls) into(standing, apath, url);
      for (const { apath, to } of followedLinks(sample, page)) {
        const vertex = vertexOf.get(to);
        if (vertex !== undefined) into(landed, apath, vertex);
      }
    }
    return [...landed].flatMap(([apath, reached]) =>
      [...reached].flatMap((to): SiteArc[] => {
        const matches = compileUrlPattern(vertices[to]?.pattern ?? "");
        const links = [...(standing.get(apath) ?? [])].filter(matches).length;
        return links === 0 ? [] : [{ from, to, apath, links }];
      }),
    );
  });
}

function into<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}
