import { canonicalUrl } from "../../domain/url/canonical-url.ts";
import type { Url } from "../../domain/url/url.ts";
import type { SearchAnswer, SearchResult } from "../../ports/search-provider.ts";

/** A result as the engine gives it; `""` where it gives no URL. */
export interface EngineResult {
  readonly url: string;
  readonly title: string;
  readonly extract: string;
}

/** One page of an engine's results. */
export interface ResultPage {
  readonly results: readonly EngineResult[];
  /** Whether the engine says that no page follows. */
  readonly isLast: boolean;
}

/**
 * Asks for page after page (from 0) until `limit` results are there, the engine has no more, or its
 * pages bring nothing new: engines repeat results, and some their whole first page.
 */
export async function collectResults(
  limit: number,
  maxPages: number,
  askPage: (page: number) => Promise<ResultPage>,
): Promise<SearchAnswer> {
  const results = new Map<Url, SearchResult>();
  let leftOut = 0;
  for (let page = 0; page < maxPages && results.size < limit; page += 1) {
    const before = results.size;
    const answer = await askPage(page);
    for (const { url: reference, title, extract } of answer.results) {
      if (results.size === limit) break;
      const parsed = canonicalUrl(reference);
      if (!parsed.ok) leftOut += 1;
      else if (!results.has(parsed.url)) {
        results.set(parsed.url, { url: parsed.url, title, extract });
      }
    }
    if (answer.isLast || results.size === before) break;
  }
  return { results: [...results.values()], leftOut };
}
