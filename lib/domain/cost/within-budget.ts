import type { CrawlShape } from "./stack-shape.ts";

/** How long a crawl of so many pages takes, and what it costs. */
export interface Expense {
  readonly hours: number;
  readonly dollars: number;
}

/** The limits of a crawl; `undefined` for none. */
export interface Limits {
  readonly pages: number;
  readonly hours: number | undefined;
  readonly dollars: number | undefined;
}

/** The pages of a crawl within its limits, and which of them ends it. */
export interface WithinBudget extends Expense {
  readonly pages: number;
  readonly bound: "pages" | "hours" | "dollars";
}

/**
 * Returns the hours of a crawl on one machine by its politeness alone: hosts are asked at one time, up
 * to `concurrency`, each one request after another with the delay between them.
 */
export function politeHours(
  {
    pages,
    hosts,
    minDelayMs,
    fetchMs,
  }: Pick<CrawlShape, "pages" | "hosts" | "minDelayMs" | "fetchMs">,
  concurrency: number,
): number {
  return (pages / Math.min(hosts, concurrency)) * ((minDelayMs + fetchMs) / 3_600_000);
}

/** Returns how far a crawl comes within its limits, where both expenses grow with its pages. */
export function withinBudget(limits: Limits, expenseOf: (pages: number) => Expense): WithinBudget {
  const { pages, hours = Infinity, dollars = Infinity } = limits;
  const whole = expenseOf(pages);
  if (whole.hours <= hours && whole.dollars <= dollars) return { ...whole, pages, bound: "pages" };
  let [fitting, beyond] = [0, pages];
  while (beyond - fitting > 1) {
    const middle = Math.floor((fitting + beyond) / 2);
    const { hours: takes, dollars: costs } = expenseOf(middle);
    if (takes <= hours && costs <= dollars) fitting = middle;
    else beyond = middle;
  }
  const bound = expenseOf(beyond).hours > hours ? "hours" : "dollars";
  const expense = fitting === 0 ? { hours: 0, dollars: 0 } : expenseOf(fitting);
  return { ...expense, pages: fitting, bound };
}
