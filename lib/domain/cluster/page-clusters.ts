import type { SparseRows } from "../vector/sparse-rows.ts";
import type { Clustering } from "./clustering.ts";
import { dbscan } from "./dbscan.ts";
import { distinctRows } from "./distinct-rows.ts";
import { histogramEps } from "./histogram-eps.ts";
import { sortedKDistances } from "./k-distances.ts";
import { kneeEps } from "./knee-eps.ts";
import { nearestCluster } from "./nearest-cluster.ts";
import { NeighbourIndex } from "./neighbour-index.ts";
import {
  learnPathSpace,
  type PathBag,
  type PathSpace,
  pathVectorizer,
  vectorizePages,
} from "./path-space.ts";

/** How pages are clustered by the shape of their markup. */
export interface PageClusterChoice {
  /**
   * DBSCAN's minPts; K of the K-distances is one less. A path never needs to occur on more pages
   * than this.
   */
  readonly minPts: number;
  /** `knee` of the K-distances, or the paper's `histogram` rule taken literally. */
  readonly eps: "knee" | "histogram";
  /** Least share of pages above the knee, in [0,1]. */
  readonly leastNoise: number;
}

/** Pages clustered by structure, with the data needed to classify another one. */
export interface PageClusters extends Clustering {
  readonly space: PathSpace;
  /** Vectors of the pages, in their order. */
  readonly rows: SparseRows;
  readonly eps: number;
}

/** Least share of pages that must have a path, when that is fewer than minPts. */
const LEAST_SHARE = 0.1;

/**
 * Clusters pages by their bags of paths (Xu, Gao & Callan 2018, § 4.2). The order of pages only
 * breaks ties.
 */
export function clusterPages(bags: readonly PathBag[], choice: PageClusterChoice): PageClusters {
  const { minPts } = choice;
  const space = learnPathSpace(bags, Math.min(minPts, Math.ceil(LEAST_SHARE * bags.length)));
  const rows = vectorizePages(space, bags);
  const distinct = distinctRows(rows);
  const index = new NeighbourIndex(distinct);
  const kDistances = sortedKDistances(index, distinct.pointOf, minPts - 1);
  const eps =
    choice.eps === "knee"
      ? kneeEps(kDistances, choice)
      : histogramEps(kDistances, { features: space.paths.length, minPts });
  return { space, rows, eps, ...dbscan(index, distinct.pointOf, { eps, minPts }) };
}

/**
 * Compiles clusters to a function that gives a page's cluster, or noise, by k = minPts − 1
 * neighbours.
 */
export function pageClassifier(
  { space, rows, labels, eps }: Pick<PageClusters, "space" | "rows" | "labels" | "eps">,
  minPts: number,
): (bag: PathBag) => number {
  const vectorOf = pathVectorizer(space);
  const clusterOf = nearestCluster(rows, labels, { k: minPts - 1, eps });
  return (bag) => clusterOf(vectorOf(bag));
}
