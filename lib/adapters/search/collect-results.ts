import { decodeHTML } from "entities";
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

const TAG = /<\/?[a-z][^<>]*>/gi;
/** Control characters, too: what an engine sends is shown on terminals. */
const WHITE_SPACE = /[\s\p{Cc}]+/gu;

/** The words of a line of HTML: tags dropped, character references decoded, white space folded. */
export function plainText(html: string): string {
  return foldSpace(decodeHTML(html.replace(TAG, "")));
}

/** A text on one line. */
export function foldSpace(text: string): string {
  return text.replace(WHITE_SPACE, " ").trim();
}
