/** Namespace of the metrics that functions write into their logs (embedded metric format). */
export const METRIC_NAMESPACE = "Dowser";

/**
 * Metrics of a crawl, each aggregated over one invocation; dashboard and alarms use the same names.
 */
export const METRICS = {
  /** Pages fetched. */
  pages: "PagesFetched",
  /** Fetched pages that are targets. */
  targets: "TargetPages",
  /** Links that wait in the frontier. */
  waiting: "LinksWaiting",
  /** Links that are being fetched. */
  inFlight: "LinksInFlight",
  /**
   * Seconds since the last result, while results are due; otherwise 0. To send links again does not
   * count.
   */
  stalled: "StalledSeconds",
  /**
   * Seconds since a planner last ran, while one is expected; not reported by a stack at rest. The
   * watchdog reports it, as a planner that does not run reports nothing.
   */
  plannerAge: "PlannerAgeSeconds",
  /** Dollars of list price that the crawl has cost so far. */
  dollars: "Dollars",
  /**
   * `Dollars` as a share of the project's budget, in percent; not reported when there is no such
   * budget.
   */
  budgetSpent: "BudgetSpentPercent",
} as const;
