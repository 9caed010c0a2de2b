import type { FetchedPage } from "../domain/fetch/fetch-outcome.ts";
import type { Url } from "../domain/url/url.ts";
import { bufferSource } from "./byte-source.ts";
import { readRecord } from "./read-record.ts";
import { storedPage } from "./stored-page.ts";

/** The page in a gzip member that a place names; `segment` is for messages. `undefined` of one that is no page; throws `bad-warc` where nothing can be read. */
export async function pageInMember(
  url: Url,
  bytes: Uint8Array,
  segment: string,
): Promise<FetchedPage | undefined> {
  const source = bufferSource(segment, Buffer.from(bytes));
  const place = { source, offset: 0, length: bytes.length };
  return storedPage(url, await readRecord(place, Number.MAX_SAFE_INTEGER));
}
