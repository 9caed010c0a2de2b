import { decodeHTML } from "entities";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { SearchAnswer, SearchResult } from "../../ports/search-provider.ts";

/** A result as the engine gives it; `""` when it gives no URL. */
export interface EngineResult {
  readonly url: string;
  readonly title: string;
  readonly extract: string;
}

/** One page of an engine's results. */
export interface ResultPage {
  readonly results: readonly EngineResult[];
  /** Whether the engine says that this is the last page. */
  readonly isLast: boolean;
}

/**
 * Requests page after page (from 0) until it has `limit` results, the engine has no more, or its
 * pages bring nothing new. Engines repeat results, and some repeat their whole first page.
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

const TAG = /<\/?[a-z][^<>]*>/gi;
/** White space and control characters: texts of an engine are printed on terminals. */
const WHITE_SPACE = /[\s\p{Cc}]+/gu;

/**
 * Returns the words of a line of HTML: tags dropped, character references decoded, white space
 * folded.
 */
export function plainText(html: string): string {
  return foldSpace(decodeHTML(html.replace(TAG, "")));
}

/** Returns a text on one line. */
export function foldSpace(text: string): string {
  return text.replace(WHITE_SPACE, " ").trim();
}
