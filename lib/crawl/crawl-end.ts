import type { StopReason } from "./stop-check.ts";

/** End of a crawl in a stack that its planner has no room for. */
export const PLANNER_FULL = "planner-full";

/** The reason why a crawl, or a run of it, ended: by itself, or because a user asked for it. */
type CrawlEnd = StopReason | typeof PLANNER_FULL | "stopped" | "paused";

/** Each end in words that complete the sentence "it ended because …". */
const WORDS = {
  "budget-pages": "the page budget is spent",
  "budget-bytes": "the byte budget is spent",
  "budget-seconds": "the time budget is spent",
  "budget-dollars": "the dollar budget is spent",
  "budget-site-pages":
    "only sites that have all their pages (`budget.pagesPerSite`) have links left",
  "recall-reached": "the recall target is reached: enough of the control list is fetched",
  "few-left":
    "the recall target is reached: few enough relevant pages can be left among the URLs discovered",
  "frontier-empty": "no link is left to fetch",
  [PLANNER_FULL]: "its planner has no room for more; all pages so far are kept",
  stopped: "it was asked to stop",
  paused: "it was asked to pause",
} as const satisfies Readonly<Record<CrawlEnd, string>>;

const BY_END: ReadonlyMap<string, string> = new Map(Object.entries(WORDS));

/**
 * Says why a crawl ended, in words; returns `undefined` for an end that this version does not know.
 */
export function endInWords(end: string): string | undefined {
  return BY_END.get(end);
}
