/** Namespace of the metrics that functions write into their logs (embedded metric format). */
export const METRIC_NAMESPACE = "Dowser";

/** What functions tell of a crawl, each aggregated over one invocation; dashboard and alarms read the same names. */
export const METRICS = {
  /** Pages fetched. */
  pages: "PagesFetched",
  /** Pages among them that are wanted. */
  targets: "TargetPages",
  /** Links that wait in the frontier. */
  waiting: "LinksWaiting",
  /** Links that are being fetched. */
  inFlight: "LinksInFlight",
  /** Seconds since a result came last, while links are being fetched; else 0. */
  stalled: "StalledSeconds",
  /** Dollars of list price that the crawl has cost so far. */
  dollars: "Dollars",
  /** What `Dollars` is of the project's budget, in percent; not told where there is no such budget. */
  budgetSpent: "BudgetSpentPercent",
} as const;
