/** Links between pages as a graph, and hubs and authorities in it (HITS). */
import type { Url } from "../../web/url/url.ts";
import type { Visit } from "../strategy.ts";

/** The fetched pages and everything they link to, as arrays. */
export interface LinkGraph {
  /** URLs by node number: pages first, in order of fetching, then URLs that are only linked to. */
  readonly urls: readonly Url[];
  /** Nodes below this number are fetched pages. */
  readonly pages: number;
  /** Node numbers by URL. */
  readonly numbers: ReadonlyMap<Url, number>;
  /**
   * Page p links to `targets[firstTarget[p]]` … `targets[firstTarget[p + 1] - 1]`, each once, never
   * to itself.
   */
  readonly firstTarget: Int32Array;
  readonly targets: Int32Array;
  /** How often each of these links occurs on its page. */
  readonly times: Int32Array;
}

/** Builds the graph seen by a crawl, in time linear in its links. */
export function linkGraph(visits: readonly Pick<Visit, "url" | "outlinks">[]): LinkGraph {
  const numbers = new Map<Url, number>();
  for (const { url } of visits) numbers.set(url, numbers.size);
  const firstTarget = new Int32Array(visits.length + 1);
  const targets: number[] = [];
  const times: number[] = [];
  /** Index of the last link to a node in `targets`. */
  const lastLink: number[] = [];
  for (const [page, { outlinks }] of visits.entries()) {
    const first = targets.length;
    for (const url of outlinks) {
      let target = numbers.get(url);
      if (target === undefined) {
        target = numbers.size;
        numbers.set(url, target);
      }
      if (target === page) continue;
      const link = lastLink[target] ?? -1;
      if (link >= first) times[link] = (times[link] ?? 0) + 1;
      else {
        lastLink[target] = targets.push(target) - 1;
        times.push(1);
      }
    }
    firstTarget[page + 1] = targets.length;
  }
  return {
    urls: [...numbers.keys()],
    pages: visits.length,
    numbers,
    firstTarget,
    targets: Int32Array.from(targets),
    times: Int32Array.from(times),
  };
}

/** Calls `visit` for each link of the graph, page by page. */
export function eachLink(
  { pages, firstTarget, targets, times }: LinkGraph,
  visit: (page: number, target: number, times: number) => void,
): void {
  for (let page = 0; page < pages; page += 1) {
    const end = firstTarget[page + 1] ?? 0;
    for (let at = firstTarget[page] ?? 0; at < end; at += 1)
      visit(page, targets[at] ?? 0, times[at] ?? 0);
  }
}

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
