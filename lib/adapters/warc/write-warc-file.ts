import { open } from "node:fs/promises";
import { basename } from "node:path";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import {
  gzipRecord,
  infoRecord,
  metadataRecord,
  packAnswer,
  packRendered,
  payloadDigest,
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

/** A gzip member of a WARC file. */
export interface PlacedMember<Page extends WarcPage> {
  readonly member: Buffer;
  /** The page whose response the member holds, with its digest as in WARC-Payload-Digest. */
  readonly answer?: { readonly page: Page; readonly digest: string };
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
    for await (const { member, answer } of warcMembers(basename(path), pages, info)) {
      await file.appendFile(member);
      if (answer !== undefined) count++;
    }
  } finally {
    await file.close();
  }
  return count;
}

/** Makes the members of a WARC file of this name, as {@link writeWarcFile} writes them. */
export async function* warcMembers<Page extends WarcPage>(
  fileName: string,
  pages: Iterable<Page> | AsyncIterable<Page>,
  info: WarcFields,
): AsyncIterable<PlacedMember<Page>> {
  let hasInfo = false;
  for await (const each of pages) {
    const { page, fetchedAt, fields } = each;
    if (!hasInfo) yield { member: gzipRecord(await infoRecord(fileName, fetchedAt, info)) };
    hasInfo = true;
    const { member } = await packAnswer(page, fetchedAt);
    yield { member, answer: { page: each, digest: payloadDigest(page.gzipped ?? page.body) } };
    if (page.rendered !== undefined)
      yield { member: (await packRendered(page.url, page.rendered, fetchedAt)).member };
    if (fields !== undefined)
      yield { member: gzipRecord(await metadataRecord(page.url, fetchedAt, fields)) };
  }
}
