import type { LinkGraph } from "../../lib/domain/methods/graph/link-graph.ts";
import type { MarkedPath } from "../../lib/domain/methods/strategy.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { relevances } from "../../peers/link-distance/training-set.ts";
import { drawPages } from "../known-web/known-web.ts";

/** A site with what is looked for in it. */
export interface TargetSite {
  readonly graph: LinkGraph;
  readonly root: Url;
  readonly targets: ReadonlySet<Url>;
}

/** Shortest paths from the root to as many targets, drawn by lot among those within reach; the root is none. */
export function drawPaths(
  { graph, root, targets }: TargetSite,
  count: number,
  seed: number,
): MarkedPath[] {
  const pathTo = shortestPaths(graph, root);
  const reachable = [...targets].filter((url) => url !== root && pathTo(url) !== undefined);
  return drawPages(reachable, count, seed).flatMap((url) => [pathTo(url) ?? []]);
}

/**
 * The shortest path from the root to a page, of several the one that breadth first finds; `undefined` of a
 * page that is not within reach.
 */
export function shortestPaths(
  { urls, numbers, firstTarget, targets }: LinkGraph,
  root: Url,
): (url: Url) => MarkedPath | undefined {
  const start = numbers.get(root) ?? -1;
  const parents = new Map([[start, start]]);
  for (const page of parents.keys())
    for (const target of targets.subarray(firstTarget[page], firstTarget[page + 1]))
      if (!parents.has(target)) parents.set(target, page);
  return (url) => {
    const path: Url[] = [];
    let page = numbers.get(url) ?? -1;
    let parent = parents.get(page);
    if (parent === undefined) return undefined;
    for (; parent !== undefined && page !== start; parent = parents.get(page)) {
      path.push(urls[page] ?? url);
      page = parent;
    }
    return [root, ...path.toReversed()];
  };
}

/**
 * Relevance of each page, if the user had marked the shortest paths to all targets; 0 of those that are on
 * none of these.
 */
export function trueRelevances(site: TargetSite): ReadonlyMap<Url, number> {
  const known = relevances(drawPaths(site, site.targets.size, 0));
  return new Map(site.graph.urls.map((url) => [url, known.get(url) ?? 0]));
}

/** The pages of the paths, then all others that those link to. */
export function withNeighbours(
  { urls, numbers, firstTarget, targets }: LinkGraph,
  paths: readonly MarkedPath[],
): Set<Url> {
  const onPaths = new Set(paths.flat());
  const neighbours = [...onPaths].flatMap((url) => {
    const page = numbers.get(url) ?? 0;
    const links = targets.subarray(firstTarget[page], firstTarget[page + 1]);
    return Array.from(links).flatMap((target) => urls[target] ?? []);
  });
  return onPaths.union(new Set(neighbours));
}
