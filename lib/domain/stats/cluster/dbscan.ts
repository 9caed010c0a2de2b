import { type Clustering, numberBySize } from "./clustering.ts";
import { DisjointSets } from "./disjoint-sets.ts";
import type { DistinctRows } from "./distinct-rows.ts";
import type { NeighbourIndex } from "./neighbour-index.ts";

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
