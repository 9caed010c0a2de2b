import { safeText } from "../../domain/text/safe-text.ts";
import { figures, formatTable } from "../../domain/text/table.ts";
import type { QueryFigures } from "../query-figures.ts";

const COLUMNS = [
  { title: "query", align: "left" } as const,
  ...["results", "fetched", "targets", "mean utility"].map(figures),
];

/**
 * Formats the results of the composed queries for a terminal; returns `undefined` when there are no
 * queries.
 */
export function formatQueries(queries: readonly QueryFigures[]): string | undefined {
  if (queries.length === 0) return undefined;
  const rows = queries.map(({ query, results, fetched, targets, utility }) => [
    safeText(query),
    results === undefined ? "no answer" : String(results),
    String(fetched),
    String(targets),
    utility === undefined ? "–" : utility.toFixed(3),
  ]);
  return formatTable(COLUMNS, rows);
}
