import type { PageRecord } from "../domain/fetch/page-record.ts";

/** What a list of a crawl's pages says of each. */
export type ListedPage = Pick<PageRecord, "sequence" | "url" | "state" | "reason"> & {
  readonly title: string;
  /** In [0,1]; 0 of what is no page. */
  readonly utility: number;
  readonly isTarget: boolean;
  readonly type: string | undefined;
  /** Where the page's WARC record lies; `undefined` of what is no page. */
  readonly ref: NonNullable<PageRecord["page"]>["ref"];
};

/** Scores of a crawl's pages, to be read by others than its planner. */
export interface PageListing {
  /**
   * Lists records in order of `sequence`, without gaps from the first; may be told the same ones twice,
   * then the last word counts.
   */
  put(pages: readonly ListedPage[]): Promise<void>;

  /** At most `limit` pages with `sequence > after`, in order. */
  read(after: number, limit: number): Promise<readonly ListedPage[]>;
}
