import type { Clustering } from "../../cluster/clustering.ts";
import type { Sample } from "../../strategy/source/sample.ts";
import type { UrlPattern } from "../sampling/url-patterns.ts";
import { informativeness } from "./informativeness.ts";
import { siteArcs } from "./site-arcs.ts";
import { type SiteVertex, siteVertices } from "./site-vertices.ts";
import { traversalPath } from "./traversal-path.ts";

/**
 * The traversal path of a site, and the vertices of the sample's pages on it; vertices by number.
 */
export type LearnedPath = {
  readonly arcs: readonly {
    readonly from: number;
    readonly to: number;
    readonly apath: string;
    readonly pattern: UrlPattern;
  }[];
  /** Vertex of the seed's page; −1 when no seed led to a page. */
  readonly root: number;
  /** Vertices by URL, for the sample's pages on the path. */
  readonly vertexOf: Readonly<Record<string, number>>;
};

/** Learns the path from a sample with pages clustered by layout. */
export function learnPath(sample: Sample, layouts: Pick<Clustering, "labels">): LearnedPath {
  const structures = sample.pages.map(({ structure }) => structure);
  const vertices = siteVertices(sample.pages, layouts);
  const judge = informativeness(structures);
  const informs = (vertex: number) =>
    judge((vertices[vertex]?.pages ?? []).flatMap((place) => structures[place] ?? []));
  const root = vertices.findIndex(({ pages }) =>
    pages.some((place) => sample.pages[place]?.depth === 0),
  );
  const tree = traversalPath(siteArcs(sample, vertices), root, informs);
  const onPath = new Set([root, ...tree.map(({ to }) => to)]);
  return {
    root,
    arcs: tree.map(({ from, to, apath }) => ({
      from,
      to,
      apath,
      pattern: vertices[to]?.pattern ?? "",
    })),
    vertexOf: Object.fromEntries(pagesOnPath(sample, vertices, onPath)),
  };
}

/**
 * Returns the pages of the path. Pages with the layout of a vertex count as its own: its pages turn
 * to them.
 */
function pagesOnPath(
  { pages }: Pick<Sample, "pages">,
  vertices: readonly SiteVertex[],
  onPath: ReadonlySet<number>,
): (readonly [url: string, vertex: number])[] {
  const byLayout = new Map<number, number>();
  for (const vertex of onPath) {
    const layout = vertices[vertex]?.layout;
    if (layout !== undefined && !byLayout.has(layout)) byLayout.set(layout, vertex);
  }
  return vertices.flatMap(({ layout, pages: places }, vertex) => {
    const on = onPath.has(vertex) ? vertex : byLayout.get(layout);
    if (on === undefined) return [];
    return places.flatMap((place) => {
      const url = pages[place]?.url;
      return url === undefined ? [] : [[url, on] as const];
    });
  });
}
