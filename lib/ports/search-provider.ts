import type { Url } from "../domain/web/url/url.ts";

/** One result of a search. */
export interface SearchResult {
  readonly url: Url;
  readonly title: string;
  /** The engine's extract of the page, without markup. */
  readonly extract: string;
}

/** The result of a search. */
export interface SearchAnswer {
  /** Best first, each URL once. */
  readonly results: readonly SearchResult[];
  /** Results found without an http(s) URL; they are not among `results`. */
  readonly leftOut: number;
}

/** A search engine. */
export interface SearchProvider {
  /**
   * Returns at most `limit` results, from 1; an empty list when nothing was found. Throws when the
   * engine refuses or cannot answer: a failed search never counts as one without results. Engines
   * that support negation leave out pages with a phrase of `exclude`; others ignore it.
   */
  search(query: string, limit: number, exclude?: readonly string[]): Promise<SearchAnswer>;
}
