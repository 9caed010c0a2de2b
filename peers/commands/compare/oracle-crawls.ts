/** Crawls that know the truth, to compare strategies with. */
import type { CrawlPlan } from "../../../lib/crawl/crawl-plan.ts";
import { type HarvestCurve, harvestCurve } from "../../../lib/domain/measures/harvest-rate.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import { type Truth, verdictOf } from "../../../lib/evaluation/compare-strategies.ts";
import type { Clock } from "../../../lib/ports/clock.ts";
import type { Web } from "../../../lib/ports/web.ts";
import { crawlableGraph } from "./crawlable-graph.ts";
import { greedyOrder, targetBound } from "./greedy-order.ts";

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
  truth: Truth,
): Promise<OracleCrawls> {
  const { graph, seeds } = await crawlableGraph(ports, plan);
  const verdictAt = (page: number) => verdictOn(graph.urls[page], truth);
  const isTargetPage = (page: number) => verdictAt(page) === true;
  const task = { seeds, isTarget: isTargetPage, budget: plan.budget.pages };
  const most =
    plan.queries === undefined
      ? targetBound(graph, task)
      : Array.from({ length: task.budget + 1 }, (_, pages) => Math.min(pages, truth.targets.size));
  return {
    greedy: harvestCurve(greedyOrder(graph, task).map(verdictAt)),
    bound: most.slice(1).map((targets, index) => [index + 1, targets] as const),
  };
}

function verdictOn(url: Url | undefined, truth: Truth): boolean | undefined {
  return url === undefined ? false : verdictOf(truth, url);
}
