import { areaUnder } from "../../lib/domain/measures/ranked-collecting.ts";
import type { Crawled } from "./crawled.ts";

/** The parts of a crawl that most figures need. */
type Curve = Pick<Crawled, "found" | "budget">;

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

/** Returns processor ms a page fetched. */
export function cpuMsPerPage({ cpuMs, pages }: Pick<Crawled, "cpuMs" | "pages">): number {
  return cpuMs / Math.max(1, pages);
}
