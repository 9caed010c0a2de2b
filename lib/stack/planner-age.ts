import type { CrawlOrder, PlannerState } from "./stack-state.ts";

/**
 * Returns how long a planner has not come although it should, in ms. It is `undefined` while no
 * planner is expected: the crawl has ended, is paused as ordered, or has paused itself.
 */
export function plannerAge(
  order: CrawlOrder,
  planner: PlannerState | undefined,
  now: number,
): number | undefined {
  const own = planner?.crawl === order.crawl ? planner : undefined;
  if (!isExpected(order, own)) return undefined;
  // An order after a long pause does not count the pause.
  const since = Math.max(own?.lastTickAt ?? 0, order.at ?? 0);
  // Both are absent only in a stack of an older version.
  return since === 0 ? undefined : Math.max(0, now - since);
}

function isExpected({ requested }: CrawlOrder, planner: PlannerState | undefined): boolean {
  const status = planner?.status ?? null;
  if (status === null || status.state === "running") return true;
  if (status.state === "finished" || requested === "pause") return false;
  // A crawl that paused itself, as its search engine did not answer, waits for its user.
  return requested === "stop" || status.end === null;
}
