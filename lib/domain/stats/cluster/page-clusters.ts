/** Clusters of pages by their paths (DBSCAN, its radius chosen by the distances), and the cluster of a new page. */
import { rowOf, type SparseRows, type SparseVector, sparseRows } from "../vector/sparse-rows.ts";
import { type Clustering, DisjointSets, NOISE, numberBySize } from "./clustering.ts";
import { type DistinctRows, distinctRows, NeighbourIndex } from "./neighbour-index.ts";

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

/** The density from which rows form a cluster. */
interface Density {
  /** Radius of a neighbourhood, in [0,∞). */
  readonly eps: number;
  /** Fewest rows in the neighbourhood of a core row, itself included. */
  readonly minPts: number;
}

/** Marks a border point without any core point found so far. */
const NO_CORE = -1;

/**
 * Clusters points by DBSCAN (Ester, Kriegel, Sander & Xu 1996). Core rows that are neighbours are
 * in one cluster. Any other row joins the cluster of the nearest core row in its neighbourhood, or
 * is noise. (In the original the cluster found first takes it; here the order of rows only breaks
 * ties.)
 */
export function dbscan(
  index: NeighbourIndex,
  pointOf: DistinctRows["pointOf"],
  density: Density,
): Clustering {
  const isCore = corePoints(index, density);
  const sets = new DisjointSets(index.size);
  const coreOf = new Int32Array(index.size).fill(NO_CORE);
  for (let point = 0; point < index.size; point += 1) {
    if (isCore[point] === 1) {
      coreOf[point] = point;
      index.eachWithin(point, density.eps, (other) => {
        if (isCore[other] === 1) sets.join(point, other);
      });
    } else coreOf[point] = nearestCore(index, point, density.eps, isCore);
  }
  return numberBySize(
    pointOf.map((point) => {
      const core = coreOf[point] ?? NO_CORE;
      return core === NO_CORE ? NO_CORE : sets.find(core);
    }),
  );
}

/** Returns 1 for each point whose neighbourhood is dense. */
function corePoints(index: NeighbourIndex, { eps, minPts }: Density): Uint8Array {
  return Uint8Array.from({ length: index.size }, (_, point) => {
    let rows = index.weight(point);
    if (rows >= minPts) return 1;
    rows = 0;
    index.eachWithin(point, eps, (other) => {
      rows += index.weight(other);
    });
    return rows >= minPts ? 1 : 0;
  });
}

function nearestCore(
  index: NeighbourIndex,
  point: number,
  eps: number,
  isCore: Uint8Array,
): number {
  let [core, least] = [NO_CORE, Infinity];
  index.eachWithin(point, eps, (other, distance) => {
    if (isCore[other] !== 1) return;
    if (distance < least || (distance === least && other < core)) [core, least] = [other, distance];
  });
  return core;
}

/** Limits on the share of rows above a knee. */
interface KneeChoice {
  /** Least share of rows above the knee, in [0,1]. */
  readonly leastNoise: number;
}

/** Most rows that may lie above a knee, as a share. */
const MOST_NOISE = 1 / 2;

/** A point that is below the chord by less than this counts as on it. */
const ROUNDING = 1e-9;

/**
 * Returns the eps at the knee of a curve of ascending K-distances. The knee is the point farthest
 * below the chord from the first point to the last, with both axes scaled to [0,1] (Kneedle;
 * Satopää, Albrecht, Irwin & Raghavan 2011).
 *
 * A few far outliers stretch the chord and hide the knee behind them. While fewer than `leastNoise`
 * of the rows lie above the knee, the search goes on below it. Equal rows, whose K-distance is 0,
 * make a knee of their own. While more than half of the rows lie above the knee, the search goes on
 * above it. A stretch without a knee is cut where `leastNoise` of the rows lie above.
 */
export function kneeEps(kDistances: Float64Array, { leastNoise }: KneeChoice): number {
  const rows = kDistances.length;
  // Rows without a K-th neighbour are not on the curve.
  let [start, last] = [0, kDistances.findLastIndex((distance) => distance < Infinity)];
  for (;;) {
    const knee = kneeBetween(kDistances, start, last);
    if (knee === undefined) {
      const place = Math.ceil((1 - leastNoise) * rows) - 1;
      return kDistances[Math.min(last, Math.max(start, place))] ?? 0;
    }
    const eps = kDistances[knee] ?? 0;
    const above = rows - 1 - kDistances.lastIndexOf(eps);
    if (above < leastNoise * rows) last = knee;
    else if (above > MOST_NOISE * rows) start = kDistances.lastIndexOf(eps);
    else return eps;
  }
}

/**
 * Returns the index farthest below the chord of a stretch; `undefined` when no point is below it.
 */
function kneeBetween(curve: Float64Array, start: number, last: number): number | undefined {
  const first = curve[start] ?? 0;
  const height = (curve[last] ?? 0) - first;
  if (height <= 0) return undefined;
  let [knee, depth]: [number | undefined, number] = [undefined, ROUNDING];
  for (let place = start + 1; place < last; place += 1) {
    const below = (place - start) / (last - start) - ((curve[place] ?? 0) - first) / height;
    if (below > depth) [knee, depth] = [place, below];
  }
  return knee;
}

/** The values that the number of bins depends on. */
interface HistogramChoice {
  /** Paths in the space. */
  readonly features: number;
  readonly minPts: number;
}

/**
 * Bins per feature: w = 4.8 for 1,000 rows, in proportion for other numbers (the paper gives one
 * value).
 */
const BINS_PER_FEATURE = 4.8;
const ROWS_OF_THAT = 1000;

/** Least share of rows below eps. */
const LEAST_BELOW = 0.5;

/**
 * Returns the eps of Xu, Gao & Callan 2018, § 4.2, taken literally. The K-distances (ascending) are
 * put in w · features equal bins from 0 to the greatest. Eps is the lower end of the first bin with
 * fewer than minPts rows and half of the rows below it. When there is no such bin, it is the
 * greatest distance.
 */
export function histogramEps(
  kDistances: Float64Array,
  { features, minPts }: HistogramChoice,
): number {
  const finite = kDistances.filter((distance) => distance < Infinity);
  const greatest = finite.at(-1) ?? 0;
  const weight = (BINS_PER_FEATURE * kDistances.length) / ROWS_OF_THAT;
  const bins = Math.max(1, Math.round(weight * features));
  const width = greatest / bins;
  if (width === 0) return 0;
  let below = 0;
  for (let bin = 0; bin < bins; bin += 1) {
    const start = below;
    const edge = bin + 1 < bins ? (bin + 1) * width : Infinity;
    while (below < finite.length && (finite[below] ?? 0) < edge) below += 1;
    if (start >= LEAST_BELOW * kDistances.length && below - start < minPts) return bin * width;
  }
  return greatest;
}

/**
 * Returns the distance of each row to its k-th nearest other row, ascending: the curve that eps is
 * read from.
 */
function sortedKDistances(
  index: NeighbourIndex,
  pointOf: DistinctRows["pointOf"],
  k: number,
): Float64Array {
  const ofPoint = index.kDistances(k);
  return Float64Array.from(pointOf, (point) => ofPoint[point] ?? Infinity).sort();
}
