import type { PageRef, RecordRef } from "../domain/page/page-record.ts";
import type { PageView, TextView } from "../domain/page/page-view.ts";
import type { FetchedPage, ResponseHead } from "../domain/web/http/fetch-outcome.ts";
import type { Url } from "../domain/web/url/url.ts";

/** An answer in the form in which stores keep it. */
export interface PackedAnswer {
  /** Digest of the body without content coding, as WARC-Payload-Digest is written: `sha256:` and lower-case hex. */
  readonly digest: string;
  /** The compressed record: a gzip member of a WARC file. */
  readonly member: Uint8Array;
  /** Place of the body, where the record refers to it and the store has it in another object. */
  readonly body?: RecordRef;
}

/** Raw pages, as fetched, and the heads of answers that are no pages. */
export interface PageStore {
  /**
   * Stores a page and returns its place; `fetchedAt` in ms since the epoch. Stores each URL
   * exactly once: if the URL is stored already, that page stays and its place is returned. The store
   * need not pack a page that is `packed` already. It may keep the `texts` of the page, given by its view or in a line.
   */
  put(
    page: FetchedPage,
    fetchedAt: number,
    packed?: PackedAnswer,
    texts?: PageView | string,
  ): Promise<PageRef>;

  /**
   * Returns the texts of a page as it was read when it was stored; `undefined` where they are not kept, as a kill or the
   * removal of other pages may lose them. Absent in a store that keeps none.
   */
  texts?(url: Url): Promise<TextView | undefined>;

  /**
   * Stores the head of an answer that is no page, under the same promise, apart from the pages; the
   * `whole` answer where one is given. A store that needs no heads returns `undefined`.
   */
  putHead(
    url: Url,
    head: ResponseHead,
    fetchedAt: number,
    whole?: FetchedPage,
  ): Promise<PageRef | undefined>;

  /**
   * Stores what the scripts of a stored page made of it, as HTML in UTF-8, under the same promise, apart
   * from the pages. Absent in a store of crawls that render no pages.
   */
  putRendered?(url: Url, html: Uint8Array, fetchedAt: number): Promise<PageRef>;

  /** Returns the stored page, with the rendered one if there is one; `undefined` when there is none. */
  get(url: Url): Promise<FetchedPage | undefined>;

  /** Returns the URLs of stored pages in order of storing. */
  urls(): AsyncIterable<Url>;

  /** Flushes and releases all resources. */
  close(): Promise<void>;
}
