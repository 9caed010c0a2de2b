import type { Host, Url } from "../domain/url/url.ts";
import type { RecordStore } from "../ports/record-store.ts";

/** A fetched page, with the small part of its record that the figures of a whole crawl need. */
export interface CountedPage {
  readonly url: Url;
  readonly host: Host;
  /** As predicted by the crawl's page estimator, in [0,1]. */
  readonly utility: number;
  readonly isTarget: boolean;
  /** Not a target, because its site asks to keep it out of indexes. */
  readonly noindex: boolean;
  /** The query that had it as a result; `undefined` when a link or a seed led to it. */
  readonly query: string | undefined;
}

/** Lists the pages that a crawl has fetched, in order of fetching. */
export async function countedPages(
  records: Pick<RecordStore, "list">,
): Promise<readonly CountedPage[]> {
  const pages: CountedPage[] = [];
  for await (const { url, host, snippet, page } of records.list()) {
    if (page === undefined) continue;
    const { utility, isTarget, noindex = false } = page;
    pages.push({ url, host, utility, isTarget, noindex, query: snippet?.query });
  }
  return pages;
}
