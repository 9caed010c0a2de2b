import type { Crawled } from "./crawled.ts";

/** The parts of a crawl that most figures need. */
type Curve = Pick<Crawled, "found" | "budget">;

/**
 * Returns the area under the harvest curve: the sum, over all numbers of pages up to the budget, of
 * the relevant pages among so many. A crawl that ended before keeps what it had.
 */
export function areaUnder({ found, budget }: Curve): number {
  return found.reduce((sum, position) => sum + budget - position + 1, 0);
}

/** Returns the area ÷ that of the oracle; not a number where the oracle finds nothing. */
export function normalisedArea(crawled: Curve & Pick<Crawled, "oracleArea">): number {
  return areaUnder(crawled) / crawled.oracleArea;
}

/** Returns relevant pages ÷ budget, in [0,1]; pages that a crawl did not fetch are misses. */
export function harvestAtBudget({ found, budget }: Curve): number {
  return found.length / budget;
}

/** Returns the share of the known relevant pages that were found, in [0,1]. */
export function recallOf({ found, known }: Pick<Crawled, "found" | "known">): number {
  return found.length / known;
}

/**
 * Returns the mean number of pages until a relevant one is found (ATD). One that is never found
 * counts as the budget + 1.
 */
export function meanPagesToTarget({
  found,
  known,
  budget,
}: Curve & Pick<Crawled, "known">): number {
  const sum = found.reduce((pages, position) => pages + position, 0);
  return (sum + (known - found.length) * (budget + 1)) / known;
}

/** Returns the pages until this share of the known relevant ones is found; `undefined` if never. */
export function pagesToRecall(
  { found, known }: Pick<Crawled, "found" | "known">,
  share: number,
): number | undefined {
  return found[Math.ceil(share * known) - 1];
}

/** Returns processor ms a page fetched. */
export function cpuMsPerPage({ cpuMs, pages }: Pick<Crawled, "cpuMs" | "pages">): number {
  return cpuMs / Math.max(1, pages);
}
