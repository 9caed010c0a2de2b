import type { Sample } from "../../lib/domain/methods/source/sample.ts";
import type { PageStructure } from "../../lib/domain/page/page-structure.ts";
import type { Clustering } from "../../lib/domain/stats/cluster/clustering.ts";
import type { UrlPattern } from "../sampling/url-patterns.ts";
import { type SiteArc, siteArcs } from "./site-arcs.ts";
import { type SiteVertex, siteVertices } from "./site-vertices.ts";

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

/** Fewest pages of a vertex, as a share of the sample, and as a number. */
const LEAST_SHARE = 0.01;
const LEAST_PAGES = 2;

/** Least mean text of a vertex's pages, as a share of the sample's mean. */
const LEAST_TEXT = 0.2;

/** Least share of a vertex's pages that differ from one another. */
const LEAST_DISTINCT = 0.5;

/**
 * Compiles the filter of informative vertices. Cai et al. 2008 keep those with many pages, much
 * text and few duplicates. Their formula is not known to us, so each of the three has a least value
 * here. Text is measured by the number of its runs. Duplicates have the same paths and the same
 * links.
 */
export function informativeness(
  sample: readonly PageStructure[],
): (pages: readonly PageStructure[]) => boolean {
  const leastPages = Math.max(LEAST_PAGES, LEAST_SHARE * sample.length);
  const leastText = LEAST_TEXT * meanText(sample);
  return (pages) =>
    pages.length >= leastPages &&
    meanText(pages) >= leastText &&
    new Set(pages.map(signature)).size >= LEAST_DISTINCT * pages.length;
}

function meanText(pages: readonly PageStructure[]): number {
  const all = pages.reduce((sum, { paths }) => sum + textRuns(paths), 0);
  return pages.length === 0 ? 0 : all / pages.length;
}

function textRuns(paths: PageStructure["paths"]): number {
  let runs = 0;
  for (const [path, count] of Object.entries(paths)) if (path.endsWith("/text()")) runs += count;
  return runs;
}

function signature({ paths, links }: PageStructure): string {
  return JSON.stringify([paths, links]);
}

/**
 * Returns the traversal path in its automatic form: the spanning tree of the sitemap, without
 * branches that have no informative vertex. It grows from `root` by the arc with most links that
 * leads to a new vertex. No person corrects it, as in the experiments of Xu, Gao & Callan 2018
 * (§ 5.3). The first of equal arcs is taken.
 */
export function traversalPath(
  arcs: readonly SiteArc[],
  root: number,
  informs: (vertex: number) => boolean,
): SiteArc[] {
  const heaviest = arcs.toSorted((a, b) => b.links - a.links);
  const reached = new Set([root]);
  const tree: SiteArc[] = [];
  for (;;) {
    const arc = heaviest.find(({ from, to }) => reached.has(from) && !reached.has(to));
    if (arc === undefined) return pruned(tree, informs);
    reached.add(arc.to);
    tree.push(arc);
  }
}

/** Prunes the tree from its end, so that leaves come before their parents. */
function pruned(tree: readonly SiteArc[], informs: (vertex: number) => boolean): SiteArc[] {
  const leads = new Set<number>();
  for (const { from, to } of tree.toReversed())
    if (leads.has(to) || informs(to)) leads.add(from).add(to);
  return tree.filter(({ to }) => leads.has(to));
}
