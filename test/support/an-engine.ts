import type { SearchProvider } from "../../lib/ports/search-provider.ts";
import { aUrl } from "./a-url.ts";

/** A question as an engine heard it. */
export interface HeardQuery {
  readonly query: string;
  readonly limit: number;
  readonly exclude: readonly string[];
}

/** An engine that finds what it is told under each query, nothing under others, and notes what it heard. */
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
