import { rowOf, type SparseRows, type SparseVector, sparseRows } from "../vector/sparse-rows.ts";
import { histogramEps, kneeEps, sortedKDistances } from "./choose-eps.ts";
import { type Clustering, NOISE } from "./clustering.ts";
import { dbscan } from "./dbscan.ts";
import { distinctRows } from "./distinct-rows.ts";
import { NeighbourIndex } from "./neighbour-index.ts";

/** How pages are clustered by the shape of their markup. */
interface PageClusterChoice {
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
interface PageClusters extends Clustering {
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

/** The number of rows that vote, and their greatest distance. */
interface NearestVote {
  /** Most rows that vote: minPts − 1 in the paper. */
  readonly k: number;
  /** Rows farther than this have no vote: the eps of the clustering. */
  readonly eps: number;
}

/**
 * Compiles a clustering to a classifier. The k nearest clustered rows, at most eps away, vote. The
 * cluster with the most votes wins; the nearest row breaks ties. It gives {@link NOISE} when no row
 * is so near.
 *
 * Xu, Gao & Callan 2018, § 4.2, use kNN with k = minPts − 1, and allow outliers. Noise has no vote
 * here, which is a choice of this implementation: in DBSCAN a row near a cluster belongs to it.
 */
export function nearestCluster(
  rows: SparseRows,
  labels: Clustering["labels"],
  { k, eps }: NearestVote,
): (vector: SparseVector) => number {
  const clustered = [...labels.keys()].filter((row) => labels[row] !== NOISE);
  const kept = sparseRows(
    clustered.map((row) => rowOf(rows, row)),
    rows.width,
  );
  const distinct = distinctRows(kept);
  const index = new NeighbourIndex(distinct);
  const clusterOf = new Int32Array(index.size);
  for (const [at, row] of clustered.entries())
    clusterOf[distinct.pointOf[at] ?? 0] = labels[row] ?? NOISE;
  return (vector) => {
    const votes = new Map<number, number>();
    let left = k;
    for (const { point, distance } of index.nearest(vector, k)) {
      if (distance > eps) break;
      const cluster = clusterOf[point] ?? NOISE;
      const cast = Math.min(left, index.weight(point));
      votes.set(cluster, (votes.get(cluster) ?? 0) + cast);
      left -= cast;
    }
    return mostVoted(votes);
  };
}

/** Returns the key with the greatest value, among equal ones the first. */
function mostVoted(votes: ReadonlyMap<number, number>): number {
  let [winner, most] = [NOISE, 0];
  for (const [cluster, count] of votes) if (count > most) [winner, most] = [cluster, count];
  return winner;
}

/** Each path of a page once, with its number of occurrences. */
export type PathBag = Iterable<readonly [path: string, count: number]>;

/** The paths that distinguish pages, as plain JSON. */
export type PathSpace = {
  /** In code unit order; path i is column i. */
  readonly paths: readonly string[];
  /** Inverse document frequency of each path, in [ln 2,∞). */
  readonly idf: readonly number[];
};

/**
 * Learns the paths that occur on at least `leastPages` of the pages. idf = ln(|D| ÷ df + 1) (Xu,
 * Gao & Callan 2018, formula 1 and path filtering). The order of pages does not matter.
 */
export function learnPathSpace(bags: readonly PathBag[], leastPages: number): PathSpace {
  const pagesWith = new Map<string, number>();
  for (const bag of bags)
    for (const [path] of bag) pagesWith.set(path, (pagesWith.get(path) ?? 0) + 1);
  const paths = [...pagesWith].filter(([, pages]) => pages >= leastPages).map(([path]) => path);
  paths.sort();
  const idf = paths.map((path) => Math.log(bags.length / (pagesWith.get(path) ?? 1) + 1));
  return { paths, idf };
}

/**
 * Compiles a space to a function from bags to vectors: ln(tf + 1) · idf, divided by their sum (Xu,
 * Gao & Callan 2018, formulas 1 and 2). The values of a vector are therefore positive and add up to
 * 1. A page without a known path is the zero vector.
 */
export function pathVectorizer({ paths, idf }: PathSpace): (bag: PathBag) => SparseVector {
  const columnOf = new Map(paths.map((path, column) => [path, column]));
  return (bag) => {
    const counts: (readonly [column: number, count: number])[] = [];
    for (const [path, count] of bag) {
      const column = columnOf.get(path);
      if (column !== undefined && count > 0) counts.push([column, count]);
    }
    counts.sort(([a], [b]) => a - b);
    const columns = Int32Array.from(counts, ([column]) => column);
    const values = Float64Array.from(counts, ([column, n]) => Math.log(n + 1) * (idf[column] ?? 0));
    const sum = values.reduce((total, value) => total + value, 0);
    return { columns, values: values.map((value) => value / sum) };
  };
}

/** Returns the vectors of pages as rows, in their order. */
export function vectorizePages(space: PathSpace, bags: readonly PathBag[]): SparseRows {
  const vectorOf = pathVectorizer(space);
  return sparseRows(
    bags.map((bag) => vectorOf(bag)),
    space.paths.length,
  );
}
