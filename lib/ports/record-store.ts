import type { PageRecord } from "../domain/fetch/page-record.ts";
import type { Url } from "../domain/url/url.ts";

/** Totals that budgets and progress need, kept up to date by the store. */
export interface RecordTotals {
  readonly records: number;
  /** Pages fetched (`reason` is `page`), how many of them are targets, and their bytes. */
  readonly pages: number;
  readonly targets: number;
  readonly bodyBytes: number;
  /** `state:reason` → number of records. */
  readonly reasons: ReadonlyMap<string, number>;
}

/** One record a URL. */
export interface RecordStore {
  /** Stores a record; one that is there already under the URL is replaced and keeps its `sequence`. */
  put(record: Omit<PageRecord, "sequence">): Promise<PageRecord>;

  get(url: Url): Promise<PageRecord | undefined>;

  /** All records in order of `sequence`, those after `sequence > after` only. */
  list(after?: number): AsyncIterable<PageRecord>;

  totals(): Promise<RecordTotals>;
}
