import type { LinkGraph } from "../../lib/domain/methods/graph/link-graph.ts";
import { greedyOrder } from "../../peers/commands/compare/greedy-order.ts";
import type { TargetSite } from "./draw-paths.ts";
import type { Crawled, GraphOrder } from "./jobs.ts";
import { BUDGET } from "./trial.ts";

/** Fetches a site in an order that is made from its link graph. */
export function crawlInOrder(site: TargetSite, order: GraphOrder): Crawled {
  const startedAt = performance.now();
  const pages = order === "oracle" ? oracleOrder(site) : byUrl(site);
  const isTarget = pages.map((page) => isTargetPage(site, page));
  const seconds = (performance.now() - startedAt) / 1000;
  return { isTarget, isGathered: isTarget, seconds };
}

function oracleOrder(site: TargetSite): number[] {
  const { graph, root } = site;
  const seeds = [graph.numbers.get(root) ?? 0];
  return greedyOrder(graph, {
    seeds,
    isTarget: (page) => isTargetPage(site, page),
    budget: BUDGET,
  });
}

function byUrl({ graph, root }: TargetSite): number[] {
  const found = new Set([graph.numbers.get(root) ?? 0]);
  for (const page of found) {
    if (found.size >= BUDGET) break;
    for (const target of linksByUrl(graph, page)) found.add(target);
  }
  return [...found].slice(0, BUDGET);
}

function linksByUrl({ urls, firstTarget, targets }: LinkGraph, page: number): number[] {
  const urlOf = (target: number) => urls[target] ?? "";
  const links = Array.from(targets.subarray(firstTarget[page], firstTarget[page + 1]));
  return links.toSorted((a, b) => (urlOf(a) < urlOf(b) ? -1 : 1));
}

function isTargetPage({ graph, targets }: TargetSite, page: number): boolean {
  const url = graph.urls[page];
  return url !== undefined && targets.has(url);
}
