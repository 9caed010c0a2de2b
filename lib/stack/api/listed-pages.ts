import { createHash } from "node:crypto";
import type { FetchedPage } from "../../domain/fetch/fetch-outcome.ts";
import { FILE_TYPE } from "../../domain/fetch/wanted-file.ts";
import { decodeBody } from "../../domain/page/decode-body.ts";
import type { Url } from "../../domain/url/url.ts";
import { DowserError } from "../../errors.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { ListedPage, PageListing } from "../../ports/page-listing.ts";
import { pageInMember } from "../../warc/stored-page.ts";
import type { ApiPorts } from "./api-ports.ts";

/** Pages read from the listing at once. */
const CHUNK_PAGES = 1_000;
/** Most pages that one request searches for targets: some seconds of work. */
const MAX_SOUGHT = 20_000;

/** The selection of pages. */
interface PageQuery {
  /** Only pages after this sequence, from 0. */
  readonly after: number;
  readonly limit: number;
  /** Whether to return targets only. */
  readonly targets: boolean;
}

/** Some pages, and the start of the next ones. */
interface PageSlice {
  readonly pages: readonly ListedPage[];
  /** Value of `after` for the next request; `null` when the listing ends for now. */
  readonly next: number | null;
}

/**
 * Returns pages with a sequence up to `listed`. There may be fewer than the limit when many had to
 * be searched for targets.
 */
export async function slicePages(
  listing: PageListing,
  listed: number,
  { after, limit, targets }: PageQuery,
): Promise<PageSlice> {
  const pages: ListedPage[] = [];
  let last = after;
  while (last < listed && pages.length < limit && last - after < MAX_SOUGHT) {
    const most = targets ? CHUNK_PAGES : limit - pages.length;
    const read = await readSome(listing, listed, last, most);
    if (read.length === 0) return { pages, next: null };
    for (const page of read) {
      if (pages.length === limit) break;
      last = page.sequence;
      if (!targets || page.isTarget) pages.push(page);
    }
  }
  return { pages, next: last < listed ? last : null };
}

/** Returns the stored pages with these URLs and a sequence up to `listed`. */
export async function findStored(
  listing: PageListing,
  listed: number,
  urls: ReadonlySet<Url>,
): Promise<ReadonlyMap<Url, ListedPage>> {
  const found = new Map<Url, ListedPage>();
  let last = 0;
  while (last < listed && found.size < urls.size) {
    const read = await readSome(listing, listed, last, CHUNK_PAGES);
    for (const page of read) {
      if (page.ref !== undefined && urls.has(page.url)) found.set(page.url, page);
    }
    last = read.at(-1)?.sequence ?? listed;
  }
  return found;
}

/**
 * Returns the listed page with a sequence.
 * @throws DowserError `no-such-page`
 */
export async function listedPage(
  listing: PageListing,
  listed: number,
  sequence: number,
): Promise<ListedPage> {
  const [page] = await readSome(listing, listed, sequence - 1, 1);
  if (page?.sequence === sequence) return page;
  throw new DowserError(`no page is listed with sequence ${sequence}`, {
    code: "no-such-page",
    reaction: "fix-config",
    value: sequence,
    hint: "use a sequence number from GET /pages",
  });
}

/**
 * Reads the response of a listed page; returns `undefined` when the page is not listed, or no
 * response is stored.
 */
export async function readListed(
  blobs: Pick<BlobStore, "get">,
  { url, ref }: ListedPage,
): Promise<FetchedPage | undefined> {
  if (ref === undefined) return undefined;
  const { segment, offset, length } = ref;
  const bytes = await blobs.get(segment, { offset, length });
  return bytes && pageInMember(url, bytes, segment);
}

/** Reads some pages; those beyond `listed` are from an earlier crawl of the stack. */
async function readSome(
  listing: PageListing,
  listed: number,
  after: number,
  most: number,
): Promise<readonly ListedPage[]> {
  const read = await listing.read(after, most);
  return read.filter(({ sequence }) => sequence <= listed);
}

/** Begins the copy: for editors it overrides the encoding that the page itself declares. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Returns a URL for reading the HTML of a page for some minutes, in UTF-8 and otherwise as fetched.
 * The copy is stored under the hash of its content.
 * @throws DowserError `page-without-html`
 */
export async function copyHtml(
  page: ListedPage,
  { blobs, presign }: Pick<ApiPorts, "blobs" | "presign">,
): Promise<string> {
  const fetched = page.type === FILE_TYPE ? undefined : await readListed(blobs, page);
  if (fetched === undefined) throw noHtml(page);
  const { text } = decodeBody(fetched.body, fetched.charset);
  const copy = Buffer.from(`${BYTE_ORDER_MARK}${text}`);
  const key = `html/sha256-${createHash("sha256").update(copy).digest("hex")}.html`;
  await blobs.putNew(key, copy);
  return presign(key);
}

function noHtml({ sequence, url, state, reason, type }: ListedPage): DowserError {
  const what = type === FILE_TYPE ? "it is a file" : `${state}, ${reason}`;
  return new DowserError(`no HTML is stored of ${url}: ${what}`, {
    code: "page-without-html",
    reaction: "fix-config",
    value: sequence,
    hint: "choose a fetched page: GET /pages gives its location as ref",
  });
}
