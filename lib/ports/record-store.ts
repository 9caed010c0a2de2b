import type { PageRecord } from "../domain/page/page-record.ts";
import type { Url } from "../domain/web/url/url.ts";

/** Totals that budgets and progress need, kept up to date by the store. */
export interface RecordTotals {
  readonly records: number;
  /** Pages fetched (`reason` is `page`), the number of targets among them, and their bytes. */
  readonly pages: number;
  readonly targets: number;
  readonly bodyBytes: number;
  /** `state:reason` → number of records. */
  readonly reasons: ReadonlyMap<string, number>;
}

/** One record per URL. */
export interface RecordStore {
  /** Stores a record; replaces an existing one of the URL, keeping its `sequence`. */
  put(record: Omit<PageRecord, "sequence">): Promise<PageRecord>;

  get(url: Url): Promise<PageRecord | undefined>;

  /** Lists records in the order of `sequence`: those with `sequence > after`, or all. */
  list(after?: number): AsyncIterable<PageRecord>;

  totals(): Promise<RecordTotals>;
}
