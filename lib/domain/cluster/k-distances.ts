import type { DistinctRows } from "./distinct-rows.ts";
import type { NeighbourIndex } from "./neighbour-index.ts";

/**
 * Returns the distance of each row to its k-th nearest other row, ascending: the curve that eps is
 * read from.
 */
export function sortedKDistances(
  index: NeighbourIndex,
  pointOf: DistinctRows["pointOf"],
  k: number,
): Float64Array {
  const ofPoint = index.kDistances(k);
  return Float64Array.from(pointOf, (point) => ofPoint[point] ?? Infinity).sort();
}
