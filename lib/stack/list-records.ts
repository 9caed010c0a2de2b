import { type ListedPage, listedPage } from "../domain/page/listed-page.ts";
import type { PageListing } from "../ports/page-listing.ts";
import type { RecordStore } from "../ports/record-store.ts";

/** Most records read before they are listed: bounds the memory of listing a whole crawl again. */
const AT_ONCE = 1_024;

/** The records to list. */
interface NewRecords {
  /** Sequence of the last one that is listed. */
  readonly after: number;
  /** Whether all are listed, or only those that fill items of the listing. */
  readonly all: boolean;
  readonly epoch: number;
}

/**
 * Lists the records that are not listed yet; returns the sequence of the last one listed, or
 * `undefined` when a planner of a later epoch has listed others.
 */
export async function listRecords(
  listing: Pick<PageListing, "put" | "together">,
  records: Pick<RecordStore, "list" | "totals">,
  { after, all, epoch }: NewRecords,
): Promise<number | undefined> {
  const { records: count } = await records.totals();
  const upTo = all ? count : count - (count % listing.together);
  let [last, pages]: [number, ListedPage[]] = [after, []];
  if (upTo <= after) return last;
  for await (const record of records.list(after)) {
    if (record.sequence > upTo) break;
    pages.push(listedPage(record));
    last = record.sequence;
    if (last < upTo && last % AT_ONCE !== 0) continue;
    if (!(await listing.put(pages, epoch))) return undefined;
    pages = [];
  }
  return last;
}
