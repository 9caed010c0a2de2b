import { rowCount, rowOf, type SparseRows, squaredNorm } from "../vector/sparse-rows.ts";
import type { Clustering } from "./clustering.ts";

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
