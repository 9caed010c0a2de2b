import { rowOf, type SparseRows, type SparseVector, sparseRows } from "../vector/sparse-rows.ts";
import { type Clustering, NOISE } from "./clustering.ts";
import { distinctRows } from "./distinct-rows.ts";
import { NeighbourIndex } from "./neighbour-index.ts";

/** The number of rows that vote, and their greatest distance. */
export interface NearestVote {
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
