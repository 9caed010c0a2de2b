/** The pages of a crawl as an exported WARC or WACZ file has them: with what the crawl says of each. */
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { WarcPage } from "./write-warc-file.ts";

/** What an exported WARC file says about itself. */
export const WARC_INFO = { software: "Dowser", format: "WARC File Format 1.1" };

/** Returns the stored pages of records, as they are read. */
export async function* warcPages(
  records: AsyncIterable<PageRecord>,
  pages: { get(url: Url): Promise<FetchedPage | undefined> },
): AsyncIterable<WarcPage & { readonly title: string; readonly sequence: number }> {
  for await (const { url, sequence, fetchedAt, page: verdict, linkWhy, priority } of records) {
    const page = verdict === undefined ? undefined : await pages.get(url);
    if (page === undefined || verdict === undefined) continue;
    const { title, utility, isTarget, type = "", model, why } = verdict;
    const fields = {
      "dowser-utility": String(utility),
      "dowser-target": String(isTarget),
      "dowser-type": type,
      "dowser-model": model,
      "dowser-why": why,
      "dowser-link-priority": String(priority),
      "dowser-link-why": linkWhy,
    };
    yield { page, sequence, fetchedAt, title, fields };
  }
}
