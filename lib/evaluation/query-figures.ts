import type { RunEvent } from "../ports/run-log.ts";
import type { CountedPage } from "./crawl-precision.ts";

/** The result of a query that the crawl composed. */
export interface QueryFigures {
  readonly query: string;
  /** Pages that the crawl had fetched when it asked the query. */
  readonly askedAt: number;
  /** Number of results from the engine; `undefined` when it has not answered. */
  readonly results: number | undefined;
  /**
   * Number of its results that were fetched, and of targets among them. A page that several queries
   * found counts for the first one.
   */
  readonly fetched: number;
  readonly targets: number;
  /** Mean of the pages' utilities, in [0,1]; `undefined` without a page. */
  readonly utility: number | undefined;
}

/**
 * Lists the queries that a crawl composed, by its log, in the order in which they were first asked.
 */
export function queryFigures(
  events: readonly RunEvent[],
  pages: readonly Pick<CountedPage, "query" | "utility" | "isTarget">[],
): readonly QueryFigures[] {
  const asked = new Map<string, Pick<QueryFigures, "askedAt" | "results">>();
  for (const { kind, detail } of events) {
    const { query, pages: askedAt, results } = detail;
    if (kind !== "queried" || typeof query !== "string") continue;
    asked.set(query, { askedAt: numberOf(askedAt) ?? 0, results: numberOf(results) });
  }
  const found = Map.groupBy(pages, ({ query }) => query);
  return Array.from(asked, ([query, { askedAt, results }]) => {
    const own = found.get(query) ?? [];
    const sum = own.reduce((worth, { utility }) => worth + utility, 0);
    return {
      query,
      askedAt,
      results,
      fetched: own.length,
      targets: own.filter(({ isTarget }) => isTarget).length,
      utility: own.length === 0 ? undefined : sum / own.length,
    };
  });
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
