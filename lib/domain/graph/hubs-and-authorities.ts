import { eachLink, type LinkGraph } from "./link-graph.ts";

/** Scores of the nodes of a graph, each of length 1. */
export interface HubsAndAuthorities {
  readonly hubs: Float64Array;
  readonly authorities: Float64Array;
  /** Authorities are the sums of their hubs over this: the largest eigenvalue's square root. */
  readonly gain: number;
}

/** Iterations end when the authorities change by less than this in sum, or after so many. */
const TOLERANCE = 1e-9;
const MAX_ITERATIONS = 200;

/**
 * HITS (Kleinberg 1999): a good hub links to good authorities, which good hubs link to. All zero for a
 * graph without links.
 */
export function hubsAndAuthorities(graph: LinkGraph): HubsAndAuthorities {
  const n = graph.urls.length;
  let authorities = new Float64Array(n).fill(1 / Math.sqrt(n));
  let hubs = new Float64Array(n);
  let gain = 0;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const before = authorities;
    hubs = new Float64Array(n);
    authorities = new Float64Array(n);
    eachLink(graph, (page, target) => {
      hubs[page] = (hubs[page] ?? 0) + (before[target] ?? 0);
    });
    normalise(hubs);
    eachLink(graph, (page, target) => {
      authorities[target] = (authorities[target] ?? 0) + (hubs[page] ?? 0);
    });
    gain = normalise(authorities);
    let change = 0;
    for (const [node, score] of authorities.entries())
      change += Math.abs(score - (before[node] ?? 0));
    if (change < TOLERANCE) break;
  }
  return { hubs, authorities, gain };
}

/** Brings a vector to length 1, unless it is zero; returns the length it had. */
function normalise(vector: Float64Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (length > 0) for (const [index, value] of vector.entries()) vector[index] = value / length;
  return length;
}
