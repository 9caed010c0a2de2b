import type { CrawlPlan } from "../crawl/crawl-plan.ts";
import { greedyOrder } from "../domain/graph/greedy-order.ts";
import { targetBound } from "../domain/graph/target-bound.ts";
import { type HarvestCurve, harvestCurve } from "../domain/metrics/harvest-rate.ts";
import type { Url } from "../domain/url/url.ts";
import type { Clock } from "../ports/clock.ts";
import type { Web } from "../ports/web.ts";
import type { Truth } from "./compare-strategies.ts";
import { crawlableGraph } from "./crawlable-graph.ts";

/**
 * Results that an oracle could reach: a crawl of a recorded web that knows the web and the truth.
 */
export interface OracleCrawls {
  /** A possible crawl: greedy, along links. */
  readonly greedy: HarvestCurve;
  /** The upper bound of every crawl; no crawl need reach it. */
  readonly bound: HarvestCurve;
}

/**
 * Computes both curves for the plan's seeds, scope and budget. Queries that a crawl composes may
 * find any page, linked to or not. So for a plan with queries, only the number of targets and of
 * pages bounds the curve.
 */
export async function oracleCrawls(
  ports: { readonly web: Web; readonly clock: Pick<Clock, "now"> },
  plan: Omit<CrawlPlan, "strategy">,
  { targets }: Truth,
): Promise<OracleCrawls> {
  const { graph, seeds } = await crawlableGraph(ports, plan);
  const isTarget = (url: Url | undefined) => url !== undefined && targets.has(url);
  const isTargetPage = (page: number) => isTarget(graph.urls[page]);
  const task = { seeds, isTarget: isTargetPage, budget: plan.budget.pages };
  const most =
    plan.queries === undefined
      ? targetBound(graph, task)
      : Array.from({ length: task.budget + 1 }, (_, pages) => Math.min(pages, targets.size));
  return {
    greedy: harvestCurve(greedyOrder(graph, task).map(isTargetPage)),
    bound: most.slice(1).map((targets, index) => [index + 1, targets] as const),
  };
}
