/** The page types of a site: clusters of pages by their structure, and how similar a page is to each. */
import type { PageStructure } from "../../page/page-structure.ts";
import { type Clustering, NOISE } from "../../stats/cluster/clustering.ts";
import type { PageClusterChoice, PathBag, PathSpace } from "../../stats/cluster/page-clusters.ts";
import { clusterPages, pageClassifier } from "../../stats/cluster/page-clusters.ts";
import { rowCount, rowOf, type SparseRows, squaredNorm } from "../../stats/vector/sparse-rows.ts";
import type { Url } from "../../web/url/url.ts";
import { hubsAndAuthorities } from "../graph/link-graph.ts";
import { type SiteArc, type Sitemap, typeName } from "../sitemap.ts";
import {
  type CompiledNavigation,
  clusterLinks,
  compileNavigation,
  type NavigationTable,
  navigationTable,
  type PlacedPage,
} from "./navigation-table.ts";
import type { Sample } from "./sample.ts";

/** Settings of the learning of a site. */
export interface SiteChoice extends PageClusterChoice {
  /** Whether pages are compared by their tag paths alone, or by their class paths, too. */
  readonly paths: "tags" | "all";
}

/** The knowledge about a site from a sample, in the form that a model keeps. */
export type SiteModel = {
  readonly paths: SiteChoice["paths"];
  readonly minPts: number;
  readonly eps: number;
  readonly space: PathSpace;
  /**
   * Vectors of the pages that were clustered, as compressed sparse rows, and the cluster of each.
   */
  readonly starts: readonly number[];
  readonly columns: readonly number[];
  readonly values: readonly number[];
  readonly labels: readonly number[];
  /** Cluster of each page of the sample. */
  readonly places: Readonly<Record<Url, number>>;
  readonly table: NavigationTable;
  readonly sitemap: Sitemap;
};

/** A compiled site model. */
interface CompiledSite {
  /** Returns the cluster of a page, −1 for an outlier. */
  readonly clusterOf: (page: Pick<PageStructure, "paths">) => number;
  /** Returns the nearest cluster of a page, however far it is; −1 when there is no cluster. */
  readonly nearestClusterOf: (page: Pick<PageStructure, "paths">) => number;
  readonly navigation: CompiledNavigation;
}

/**
 * Learns page types and navigation of a site from a sample of its pages. The pages at the indices
 * `chosen` are clustered; the others are assigned to these clusters.
 */
export function learnSite(
  sample: Sample,
  choice: SiteChoice,
  chosen: readonly number[] = [...sample.pages.keys()],
): SiteModel {
  const { minPts, paths } = choice;
  const bags = sample.pages.map(({ structure }) => bagOf(structure, paths));
  const clusters = clusterPages(
    chosen.map((place) => bags[place] ?? []),
    choice,
  );
  const { space, rows, labels, eps } = clusters;
  const known = new Map(chosen.map((place, row) => [place, labels[row] ?? NOISE]));
  const clusterOf = pageClassifier(clusters, minPts);
  const placed = sample.pages.map(({ url, structure }, place) => {
    return {
      url,
      cluster: known.get(place) ?? clusterOf(bags[place] ?? []),
      links: structure.links,
    };
  });
  const table = navigationTable(placed, (url) => placed[sample.landing(url) ?? -1]?.cluster);
  return {
    paths,
    minPts,
    eps,
    space,
    table,
    starts: [...rows.starts],
    columns: [...rows.columns],
    values: [...rows.values],
    labels: [...labels],
    places: Object.fromEntries(placed.map(({ url, cluster }) => [url, cluster])),
    sitemap: describeSite(placed, rows, clusters, table),
  };
}

/** Compiles a site model. */
export function compileSite(site: SiteModel): CompiledSite {
  const { minPts, paths, space, eps, table } = site;
  const rows = {
    width: space.paths.length,
    starts: Int32Array.from(site.starts),
    columns: Int32Array.from(site.columns),
    values: Float64Array.from(site.values),
  };
  const labels = Int32Array.from(site.labels);
  const near = pageClassifier({ space, rows, labels, eps }, minPts);
  const anywhere = pageClassifier({ space, rows, labels, eps: Infinity }, minPts);
  return {
    clusterOf: (page) => near(bagOf(page, paths)),
    nearestClusterOf: (page) => anywhere(bagOf(page, paths)),
    navigation: compileNavigation(table),
  };
}

/** Returns the paths to compare; class paths have a dot before each class. */
function bagOf({ paths }: Pick<PageStructure, "paths">, kept: SiteChoice["paths"]): PathBag {
  const entries = Object.entries(paths);
  return kept === "all" ? entries : entries.filter(([path]) => !path.includes("."));
}

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

/**
 * How informative paths are about a page's template: log(|D| / df + 1) (Xu, Gao & Callan 2018,
 * equation 1).
 */
export type PathWeights = {
  /** Weights of the paths that occur on two pages or more. */
  readonly shared: Readonly<Record<string, number>>;
  /** Weight of every other path. */
  readonly single: number;
};

/** Weights that are equal for every path. */
const EVEN: PathWeights = { shared: {}, single: 1 };

/** Values of paths; a missing path has 0. */
export type PathVector = Readonly<Record<string, number>>;

/** Computes weights of paths: a path on fewer of the pages has a greater weight. */
export function pathWeights(pages: readonly Pick<PageStructure, "paths">[]): PathWeights {
  const counts = new Map<string, number>();
  for (const { paths } of pages)
    for (const path of Object.keys(paths)) counts.set(path, (counts.get(path) ?? 0) + 1);
  const weigh = (count: number) => Math.log(pages.length / count + 1);
  const shared = [...counts].filter(([, count]) => count > 1);
  return {
    shared: Object.fromEntries(shared.map(([path, count]) => [path, weigh(count)])),
    single: weigh(1),
  };
}

/**
 * Compiles the similarity of pages to an example, in [0,1]: the cosine of their sets of paths. The
 * number of occurrences on a page is ignored: it shows the amount of content, not the template.
 * Without `weights` every path has the same weight.
 */
export function similarityTo(
  example: readonly string[],
  weights: PathWeights = EVEN,
): (page: Pick<PageStructure, "paths">) => number {
  return cosineTo(pathVector(example, weights), weights);
}

/** Returns the weights of a set of paths. */
export function pathVector(paths: readonly string[], weights: PathWeights): PathVector {
  return Object.fromEntries(paths.map((path) => [path, weightOf(path, weights)]));
}

/** Compiles the cosine of pages, as sets of weighted paths, with a vector of paths, in [0,1]. */
export function cosineTo(
  reference: PathVector,
  weights: PathWeights,
): (page: Pick<PageStructure, "paths">) => number {
  const referenceWeights = new Map(Object.entries(reference));
  const referenceSquares = squaresOf(referenceWeights.values());
  return ({ paths }) => {
    let product = 0;
    let squares = 0;
    for (const path of Object.keys(paths)) {
      const weight = weightOf(path, weights);
      squares += weight ** 2;
      product += weight * (referenceWeights.get(path) ?? 0);
    }
    return product === 0 ? 0 : Math.min(1, product / Math.sqrt(squares * referenceSquares));
  };
}

/** Computes the square of a vector's Euclidean length, in [0, ∞). */
export function squaresOf(values: Iterable<number>): number {
  let squares = 0;
  for (const value of values) squares += value ** 2;
  return squares;
}

function weightOf(path: string, { shared, single }: PathWeights): number {
  return shared[path] ?? single;
}

/**
 * Returns how far apart the pages of each cluster are, in [0, ∞). It is the mean Euclidean distance
 * of a cluster's rows to their mean (DSim; Xu, Gao & Callan 2018, equation 10). Linear in the
 * entries and in clusters × columns.
 */
export function clusterSpread(rows: SparseRows, { labels, clusters }: Clustering): Float64Array {
  const members: number[][] = Array.from({ length: clusters }, () => []);
  for (let row = 0; row < rowCount(rows); row += 1) members[labels[row] ?? -1]?.push(row);
  return Float64Array.from(members, (cluster) => meanDistance(rows, cluster));
}

function meanDistance(rows: SparseRows, members: readonly number[]): number {
  const centre = centreOf(rows, members);
  const centreSquares = centre.reduce((sum, value) => sum + value * value, 0);
  let distances = 0;
  for (const row of members) {
    const vector = rowOf(rows, row);
    let product = 0;
    for (const [at, column] of vector.columns.entries())
      product += (vector.values[at] ?? 0) * (centre[column] ?? 0);
    distances += Math.sqrt(Math.max(0, squaredNorm(vector) + centreSquares - 2 * product));
  }
  return members.length === 0 ? 0 : distances / members.length;
}

function centreOf(rows: SparseRows, members: readonly number[]): Float64Array {
  const centre = new Float64Array(rows.width);
  for (const row of members) {
    const { columns, values } = rowOf(rows, row);
    for (const [at, column] of columns.entries())
      centre[column] = (centre[column] ?? 0) + (values[at] ?? 0) / members.length;
  }
  return centre;
}
