import type { FetchedPage } from "../domain/fetch/fetch-outcome.ts";
import type { PageRef } from "../domain/fetch/page-record.ts";
import type { Url } from "../domain/url/url.ts";

/** Raw pages, as fetched. */
export interface PageStore {
  /**
   * Stores a response and returns its place; `fetchedAt` in ms since the epoch. Stores each URL
   * exactly once: if the URL is stored already, that response stays and its place is returned.
   */
  put(page: FetchedPage, fetchedAt: number): Promise<PageRef>;

  /** Returns the stored response, `undefined` when there is none. */
  get(url: Url): Promise<FetchedPage | undefined>;

  /** Returns stored URLs in order of storing. */
  urls(): AsyncIterable<Url>;

  /** Flushes and releases all resources. */
  close(): Promise<void>;
}
