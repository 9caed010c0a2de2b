import { type LinkGraph, linkGraph } from "../../lib/domain/methods/graph/link-graph.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { greedyOrder } from "../../peers/commands/compare/greedy-order.ts";

/** What an oracle crawls. */
export interface OracleTask {
  /** Pages that may be fetched. */
  readonly pages: ReadonlySet<Url>;
  /** Fetched first; they are no targets. */
  readonly seeds: readonly Url[];
  readonly targets: ReadonlySet<Url>;
  /** Most pages fetched. */
  readonly budget: number;
}

/**
 * Returns what the greedy order that knows the truth fetches, in order, over the links between the
 * pages that may be fetched.
 */
export function oracleOrder(graph: LinkGraph, task: OracleTask): Url[] {
  const { numbers, urls, ...links } = among(task.pages, graph);
  const isSeed = new Set(task.seeds);
  const isTarget = (page: number) => {
    const url = urls[page];
    return url !== undefined && task.targets.has(url) && !isSeed.has(url);
  };
  const seeds = task.seeds.flatMap((url) => numbers.get(url) ?? []);
  const order = greedyOrder(links, { seeds, isTarget, budget: task.budget });
  return order.flatMap((page) => urls[page] ?? []);
}

/** Returns the part of a graph that consists of these pages. */
function among(pages: ReadonlySet<Url>, { urls, firstTarget, targets }: LinkGraph): LinkGraph {
  const linked = urls.map((url, page) => {
    const links = targets.subarray(firstTarget[page], firstTarget[page + 1]);
    return { url, outlinks: Array.from(links).flatMap((target) => urls[target] ?? []) };
  });
  return linkGraph(
    linked
      .filter(({ url }) => pages.has(url))
      .map(({ url, outlinks }) => ({ url, outlinks: outlinks.filter((link) => pages.has(link)) })),
  );
}
