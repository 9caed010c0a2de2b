import type { Visit } from "../../strategy.ts";

/** What came of a query. */
export type QueryYield = {
  readonly query: string;
  /** Its results that were fetched and were no other query's. */
  readonly results: number;
  /** Sum of their utilities, in [0, results]. */
  readonly utility: number;
};

/** What came of each query that led to a page, in order of the first page. */
export function queryYields(
  visits: readonly Pick<Visit, "snippet" | "utility">[],
): readonly QueryYield[] {
  const yields = new Map<string, QueryYield>();
  for (const { snippet, utility } of visits) {
    const query = snippet?.query;
    if (query === undefined) continue;
    const before = yields.get(query) ?? { query, results: 0, utility: 0 };
    yields.set(query, {
      query,
      results: before.results + 1,
      utility: before.utility + utility,
    });
  }
  return [...yields.values()];
}
