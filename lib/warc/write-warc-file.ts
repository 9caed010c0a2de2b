import { open } from "node:fs/promises";
import { basename } from "node:path";
import type { FetchedPage } from "../domain/fetch/fetch-outcome.ts";
import {
  gzipRecord,
  infoRecord,
  metadataRecord,
  responseRecord,
  type WarcFields,
} from "./write-warc.ts";

/** One page of a WARC file. */
export interface WarcPage {
  readonly page: FetchedPage;
  /** Ms since the epoch. */
  readonly fetchedAt: number;
  /** Metadata of the page, written as a `metadata` record after it. */
  readonly fields?: WarcFields;
}

/**
 * Writes pages to a new WARC 1.1 file, replacing an old one, with one gzip member per record.
 * Returns the number of pages. `info` goes to the `warcinfo` record, which has the date of the
 * first page.
 */
export async function writeWarcFile(
  path: string,
  pages: Iterable<WarcPage> | AsyncIterable<WarcPage>,
  info: WarcFields,
): Promise<number> {
  const file = await open(path, "w");
  let count = 0;
  try {
    for await (const { page, fetchedAt, fields } of pages) {
      if (count === 0)
        await file.appendFile(gzipRecord(await infoRecord(basename(path), fetchedAt, info)));
      await file.appendFile(gzipRecord(await responseRecord(page, fetchedAt)));
      if (fields !== undefined) {
        await file.appendFile(gzipRecord(await metadataRecord(page.url, fetchedAt, fields)));
      }
      count++;
    }
  } finally {
    await file.close();
  }
  return count;
}
