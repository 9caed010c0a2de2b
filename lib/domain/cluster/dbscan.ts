import { type Clustering, numberBySize } from "./clustering.ts";
import { DisjointSets } from "./disjoint-sets.ts";
import type { DistinctRows } from "./distinct-rows.ts";
import type { NeighbourIndex } from "./neighbour-index.ts";

/** When rows lie so densely that they are a cluster. */
export interface Density {
  /** Radius of a neighbourhood, in [0,∞). */
  readonly eps: number;
  /** Rows that the neighbourhood of a core row holds at least, itself included. */
  readonly minPts: number;
}

/** A border point that no core point has been found for. */
const NO_CORE = -1;

/**
 * DBSCAN (Ester, Kriegel, Sander & Xu 1996): core rows that are neighbours are in one cluster; a row that
 * is none itself is in that of the nearest core row in its neighbourhood, or noise. (In the original the
 * cluster found first takes it: here the order of rows decides nothing but ties.)
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

/** 1 for each point whose neighbourhood is dense. */
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
