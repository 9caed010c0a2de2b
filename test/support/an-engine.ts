import type { SearchProvider } from "../../lib/ports/search-provider.ts";
import { aUrl } from "./a-url.ts";

/** A query as an engine received it. */
export interface HeardQuery {
  readonly query: string;
  readonly limit: number;
  readonly exclude: readonly string[];
}

/**
 * Returns an engine that finds the given results for each query, no results for others, and records
 * the queries.
 */
export function anEngine(
  found: (query: string) => readonly string[],
): SearchProvider & { readonly heard: HeardQuery[] } {
  const heard: HeardQuery[] = [];
  return {
    heard,
    async search(query, limit, exclude = []) {
      heard.push({ query, limit, exclude });
      const results = found(query).slice(0, limit);
      return {
        results: results.map((url) => ({ url: aUrl(url), title: `At ${url}`, extract: "Some." })),
        leftOut: 0,
      };
    },
  };
}
