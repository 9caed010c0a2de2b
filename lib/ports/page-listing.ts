import type { PageRecord } from "../domain/fetch/page-record.ts";

/** The listed data of a crawl's page. */
export type ListedPage = Pick<PageRecord, "sequence" | "url" | "state" | "reason"> & {
  readonly title: string;
  /** In [0,1]; 0 if it is not a page. */
  readonly utility: number;
  readonly isTarget: boolean;
  readonly type: string | undefined;
  /** The place of the page's WARC record; `undefined` if it is not a page. */
  readonly ref: NonNullable<PageRecord["page"]>["ref"];
};

/** Scores of a crawl's pages, for readers other than its planner. */
export interface PageListing {
  /**
   * Lists records in the order of `sequence`, without gaps from the first. A record may be listed
   * twice; then the later entry counts.
   */
  put(pages: readonly ListedPage[]): Promise<void>;

  /** Returns at most `limit` pages with `sequence > after`, in order. */
  read(after: number, limit: number): Promise<readonly ListedPage[]>;
}
