/**
 * A function that calls `visit` for each link of a graph, with a weight in (0, ∞), the same at
 * every call.
 */
export type EachLink = (visit: (from: number, to: number, weight: number) => void) => void;

/** Scores of the nodes of a graph, each of length 1. */
interface HubsAndAuthorities {
  readonly hubs: Float64Array;
  readonly authorities: Float64Array;
  /**
   * The authorities are the sums of their hubs divided by this: the square root of the largest
   * eigenvalue.
   */
  readonly gain: number;
}

/** Iterations end when the sum of the authorities' changes is below this, or after so many. */
const TOLERANCE = 1e-9;
const MAX_ITERATIONS = 200;

/**
 * Computes HITS (Kleinberg 1999) on `n` nodes: a good hub links to good authorities, which good
 * hubs link to. All scores are zero for a graph without links.
 */
export function hubsAndAuthorities(n: number, eachLink: EachLink): HubsAndAuthorities {
  let authorities = new Float64Array(n).fill(1 / Math.sqrt(n));
  let hubs = new Float64Array(n);
  let gain = 0;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const before = authorities;
    hubs = hubsTowards(before, eachLink);
    authorities = new Float64Array(n);
    eachLink((from, to, weight) => {
      authorities[to] = (authorities[to] ?? 0) + weight * (hubs[from] ?? 0);
    });
    gain = normalise(authorities);
    let change = 0;
    for (const [node, score] of authorities.entries())
      change += Math.abs(score - (before[node] ?? 0));
    if (change < TOLERANCE) break;
  }
  return { hubs, authorities, gain };
}

/** Returns hubs of length 1 for given authorities (SOUrCe's crawling for a target): h = A a. */
export function hubsTowards(
  authorities: Float64Array,
  eachLink: EachLink,
): Float64Array<ArrayBuffer> {
  const hubs = new Float64Array(authorities.length);
  eachLink((from, to, weight) => {
    hubs[from] = (hubs[from] ?? 0) + weight * (authorities[to] ?? 0);
  });
  normalise(hubs);
  return hubs;
}

/** Scales a vector to length 1, unless it is zero; returns its former length. */
function normalise(vector: Float64Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (length > 0) for (const [index, value] of vector.entries()) vector[index] = value / length;
  return length;
}
