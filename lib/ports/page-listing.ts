import type { ListedPage, PageFilter } from "../domain/page/page-record.ts";

/** The forms that the pages of a crawl are listed in: an item a page that people can read, or many in one, which is cheaper. */
export const LISTING_FORMS = ["rows", "packed"] as const;

/** One of {@link LISTING_FORMS}. */
export type ListingForm = (typeof LISTING_FORMS)[number];

/** A crawl as far as its listing asks. */
export interface ListedCrawl {
  readonly crawl: string;
  /** Absent where an older version began it: then it is in the one place that all crawls had. */
  readonly records?: ListingForm;
}

/** The part of a listing that is searched. */
export interface ListingRange {
  /** Pages behind this sequence, from 0, up to `upTo`. */
  readonly after: number;
  readonly upTo: number;
  /** Most pages returned. */
  readonly limit: number;
}

/** What is known of a crawl's pages, for readers other than its planner. */
export interface PageListing {
  /**
   * Pages that are listed together in one item. A writer that always ends with a multiple of it
   * writes each item once.
   */
  readonly together: number;

  /**
   * Lists records in the order of `sequence`, without gaps from the first. Records may be listed
   * again, together with all behind them; then the later entries count. Writers have epochs: what a
   * later epoch wrote is not replaced, and the answer is false.
   */
  put(pages: readonly ListedPage[], epoch: number): Promise<boolean>;

  /**
   * Returns the first pages of a range that the filter selects, in the order of `sequence`. There
   * are fewer than the limit when the range has no more.
   */
  select(filter: PageFilter, range: ListingRange): Promise<readonly ListedPage[]>;
}
