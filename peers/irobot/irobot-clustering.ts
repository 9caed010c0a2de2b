import {
  type Clustering,
  DisjointSets,
  numberBySize,
} from "../../lib/domain/stats/cluster/clustering.ts";
import { distinctRows, NeighbourIndex } from "../../lib/domain/stats/cluster/neighbour-index.ts";
import { type SparseVector, sparseRows } from "../../lib/domain/stats/vector/sparse-rows.ts";
import { type RegionChoice, repetitiveRegions } from "./repetitive-regions.ts";

/** Parameters of iRobot's clustering. */
interface IrobotChoice extends RegionChoice {
  /** Distance below which pages are linked, in (0,√2]. */
  readonly minEpsilon: number;
}

/** MinDepth 3, MinR 0.3, MinEpsilon 0.5: the sweep of Xu, Gao & Callan 2018, § 5.2. */
export const IROBOT_CHOICE: IrobotChoice = { minDepth: 3, minRatio: 0.3, minEpsilon: 0.5 };

/**
 * Clusters pages by their repetitive regions (iRobot; Cai, Yang, Lai, Wang & Zhang 2008): single
 * linkage of pages that are nearer than `minEpsilon`. Pages without a region are one cluster.
 *
 * Reconstructed: a page is the vector of its regions with equal weights, scaled to length 1.
 * Distances are Euclidean, so that 0.5 links pages with a cosine above 0.875.
 */
export function irobotClusters(
  pages: readonly Readonly<Record<string, number>>[],
  choice: IrobotChoice = IROBOT_CHOICE,
): Clustering {
  const columnOf = new Map<string, number>();
  const vectors = pages.map((paths) => {
    const columns = repetitiveRegions(paths, choice).map((region) => numberOf(columnOf, region));
    return unitVector(columns);
  });
  const distinct = distinctRows(sparseRows(vectors, columnOf.size));
  const index = new NeighbourIndex(distinct);
  const sets = new DisjointSets(index.size);
  for (let point = 0; point < index.size; point += 1)
    index.eachWithin(point, choice.minEpsilon, (other, distance) => {
      if (distance < choice.minEpsilon) sets.join(point, other);
    });
  return numberBySize(distinct.pointOf.map((point) => sets.find(point)));
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name) ?? numbers.size;
  numbers.set(name, known);
  return known;
}

/** Returns the vector of length 1 that has the same value in each of some columns. */
function unitVector(columns: readonly number[]): SparseVector {
  const sorted = Int32Array.from(columns).sort();
  return {
    columns: sorted,
    values: new Float64Array(sorted.length).fill(1 / Math.sqrt(sorted.length)),
  };
}
