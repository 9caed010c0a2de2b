import { eachLink, type LinkGraph } from "../lib/domain/methods/graph/link-graph.ts";

/** Probability that the random surfer follows a link (Brin & Page 1998). */
export const DAMPING = 0.85;

/** Iterations end when the sum of the ranks' changes is below this, or after so many. */
const TOLERANCE = 1e-9;
const MAX_ITERATIONS = 200;

/**
 * Returns the PageRank of each node; the sum is 1 (Brin & Page 1998). rank(v) = (1 − d) / n + d · Σ
 * rank(u) / outdegree(u). A node without links (all nodes not fetched yet) gives its rank to every
 * node alike.
 */
export function pageRank(graph: LinkGraph): Float64Array {
  const n = graph.urls.length;
  let ranks = new Float64Array(n).fill(1 / n);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const next = step(graph, ranks);
    let change = 0;
    for (const [node, rank] of next.entries()) change += Math.abs(rank - (ranks[node] ?? 0));
    ranks = next;
    if (change < TOLERANCE) break;
  }
  return ranks;
}

function step(graph: LinkGraph, ranks: Float64Array): Float64Array<ArrayBuffer> {
  const n = ranks.length;
  const { firstTarget } = graph;
  const outdegree = (node: number) => (firstTarget[node + 1] ?? 0) - (firstTarget[node] ?? 0);
  let dangling = 0;
  for (const [node, rank] of ranks.entries()) {
    if (node >= graph.pages || outdegree(node) === 0) dangling += rank;
  }
  const next = new Float64Array(n).fill((1 - DAMPING + DAMPING * dangling) / n);
  eachLink(graph, (page, target) => {
    next[target] = (next[target] ?? 0) + (DAMPING * (ranks[page] ?? 0)) / outdegree(page);
  });
  return next;
}
