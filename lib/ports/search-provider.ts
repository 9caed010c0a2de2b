import type { Url } from "../domain/url/url.ts";

/** One result of a search. */
export interface SearchResult {
  readonly url: Url;
  readonly title: string;
  /** The engine's extract of the page, without markup. */
  readonly extract: string;
}

/** What a search came to. */
export interface SearchAnswer {
  /** Best first, each URL once. */
  readonly results: readonly SearchResult[];
  /** Results met that name no http(s) URL, and are not among the others. */
  readonly leftOut: number;
}

/** A search engine. */
export interface SearchProvider {
  /**
   * At most `limit` results, from 1; none found is an empty list. Throws where the engine refuses or
   * cannot answer: a search that failed is never taken for one that found nothing. Pages that hold a
   * phrase of `exclude` are left out by an engine that knows negation; one that does not gives them.
   */
  search(query: string, limit: number, exclude?: readonly string[]): Promise<SearchAnswer>;
}
