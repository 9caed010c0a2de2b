import type { FetchedPage } from "../domain/fetch/fetch-outcome.ts";
import type { PageRef } from "../domain/fetch/page-record.ts";
import type { Url } from "../domain/url/url.ts";

/** Raw pages, as fetched. */
export interface PageStore {
  /**
   * Stores a response and returns where it lies; `fetchedAt` in ms since the epoch. Exactly once a
   * URL: where one is stored already, that one stays and its place is returned.
   */
  put(page: FetchedPage, fetchedAt: number): Promise<PageRef>;

  /** The stored response, `undefined` where there is none. */
  get(url: Url): Promise<FetchedPage | undefined>;

  /** Stored URLs in order of storing. */
  urls(): AsyncIterable<Url>;

  /** Flushes and releases what is held. */
  close(): Promise<void>;
}
