import type { PageRecord } from "../../domain/fetch/page-record.ts";
import type { ListedPage, PageListing } from "../../ports/page-listing.ts";
import type { RecordStore } from "../../ports/record-store.ts";

/** Records read before they are listed: bounds the memory of listing a whole crawl again. */
const AT_ONCE = 1_000;

/** Lists the records behind `after`; returns the sequence of the last one listed. */
export async function listRecords(
  listing: Pick<PageListing, "put">,
  records: Pick<RecordStore, "list">,
  after: number,
): Promise<number> {
  let last = after;
  let rows: ListedPage[] = [];
  for await (const record of records.list(after)) {
    rows.push(listed(record));
    last = record.sequence;
    if (rows.length < AT_ONCE) continue;
    await listing.put(rows);
    rows = [];
  }
  if (rows.length > 0) await listing.put(rows);
  return last;
}

function listed({ sequence, url, state, reason, page }: PageRecord): ListedPage {
  return {
    sequence,
    url,
    state,
    reason,
    title: page?.title ?? "",
    utility: page?.utility ?? 0,
    isTarget: page?.isTarget ?? false,
    type: page?.type,
    ref: page?.ref,
  };
}
