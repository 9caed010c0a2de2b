import type { Host, Url } from "../domain/url/url.ts";
import type { RecordStore } from "../ports/record-store.ts";

/** A fetched page, as far as the figures of a whole crawl need it: of its record a small part. */
export interface CountedPage {
  readonly url: Url;
  readonly host: Host;
  /** By the crawl's own page estimator, in [0,1]. */
  readonly utility: number;
  readonly isTarget: boolean;
  /** No target, because its site asks to keep it out of indexes. */
  readonly noindex: boolean;
  /** The query whose result it was; `undefined` where a link or a seed led to it. */
  readonly query: string | undefined;
}

/** The pages that a crawl has fetched, in order of fetching. */
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
