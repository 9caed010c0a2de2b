import { createHash } from "node:crypto";
import { z } from "zod";
import { readPageAt } from "../../adapters/warc/stored-page.ts";
import { FILE_TYPE } from "../../domain/methods/wanted-file.ts";
import { decodeBody } from "../../domain/page/decode-body.ts";
import type { ListedPage, PageFilter } from "../../domain/page/page-record.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { type DowserError, fail } from "../../errors.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { PageListing } from "../../ports/page-listing.ts";
import { readRegister } from "../stack-registers.ts";
import type { KnownCrawl } from "./crawl-orders.ts";
import type { ApiPorts } from "./route.ts";
import type { pageSchema } from "./schemas.ts";

/** The pages that the crawl has listed. */
export interface ListedPages {
  readonly listing: Pick<PageListing, "select">;
  /** Sequence of the last one: those beyond are from an earlier crawl of the stack. */
  readonly listed: number;
}

/** Returns the pages that a crawl has listed. */
export function listedPages(
  { order, status }: KnownCrawl,
  { listingOf }: Pick<ApiPorts, "listingOf">,
): ListedPages {
  return { listing: listingOf(order), listed: status?.listedRecords ?? 0 };
}

/** Most pages that one request searches: some seconds of work. */
const MAX_SOUGHT = 1_000_000;

/** The selection of pages. */
interface PageQuery {
  /** Only pages after this sequence, from 0. */
  readonly after: number;
  readonly limit: number;
  readonly filter: PageFilter;
}

/** Some pages, and the start of the next ones. */
interface PageSlice {
  readonly pages: readonly ListedPage[];
  /** Value of `after` for the next request; `null` when the listing ends for now. */
  readonly next: number | null;
}

/** Returns listed pages. There may be fewer than the limit when many had to be searched. */
export async function slicePages(
  { listing, listed }: ListedPages,
  { after, limit, filter }: PageQuery,
): Promise<PageSlice> {
  const upTo = Math.min(listed, after + MAX_SOUGHT);
  const pages = await listing.select(filter, { after, upTo, limit });
  const last = pages.length === limit ? (pages.at(-1)?.sequence ?? after) : upTo;
  return { pages, next: last < listed ? last : null };
}

/** Returns the stored pages with these URLs. */
export async function findStored(
  listed: ListedPages,
  urls: ReadonlySet<Url>,
): Promise<ReadonlyMap<Url, ListedPage>> {
  const pages = await findListed(listed, urls);
  const stored = pages.filter(({ page }) => page?.ref !== undefined);
  return new Map(stored.map((page) => [page.url, page]));
}

function findListed(
  { listing, listed }: ListedPages,
  urls: ReadonlySet<Url>,
): Promise<readonly ListedPage[]> {
  return listing.select({ urls }, { after: 0, upTo: listed, limit: urls.size });
}

/**
 * Returns the listed page with a sequence.
 * @throws DowserError `no-such-page`
 */
export async function pageAt(
  { listing, listed }: ListedPages,
  sequence: number,
): Promise<ListedPage> {
  const range = { after: sequence - 1, upTo: Math.min(listed, sequence), limit: 1 };
  const [page] = await listing.select({}, range);
  if (page !== undefined) return page;
  throw fail("no-such-page", { sequence });
}

/** Returns what is listed of a URL that the crawl fetched or gave up; `undefined` of another. */
export async function linkOf(listed: ListedPages, url: Url): Promise<ListedPage | undefined> {
  const [page] = await findListed(listed, new Set([url]));
  return page;
}

/**
 * Reads the response of a listed page; returns `undefined` when the page is not listed, or no
 * response is stored.
 */
export async function readListed(
  blobs: Pick<BlobStore, "get">,
  { url, page }: Pick<ListedPage, "url" | "page">,
): Promise<FetchedPage | undefined> {
  const ref = page?.ref;
  return ref && readPageAt(url, ref, (segment, range) => blobs.get(segment, range));
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
  const fetched = page.page?.type === FILE_TYPE ? undefined : await readListed(blobs, page);
  if (fetched === undefined) throw noHtml(page);
  const { text } = decodeBody(fetched.body, fetched.charset);
  const copy = Buffer.from(`${BYTE_ORDER_MARK}${text}`);
  const key = `html/sha256-${createHash("sha256").update(copy).digest("hex")}.html`;
  await blobs.putNew(key, copy);
  return presign(key);
}

function noHtml({ sequence, url, state, reason, page }: ListedPage): DowserError {
  const what = page?.type === FILE_TYPE ? "it is a file" : `${state}, ${reason}`;
  return fail("page-without-html/stack", { url, what, value: sequence });
}

/** Returns what an API answers of a page that is listed. */
export function pageOf(listed: ListedPage): z.output<typeof pageSchema> {
  const { detail, status, location, parent, priority, linkModel, linkWhy, page } = listed;
  return {
    sequence: listed.sequence,
    url: listed.url,
    host: listed.host,
    state: listed.state,
    reason: listed.reason,
    fetchedAt: listed.fetchedAt,
    depth: listed.depth,
    detail: detail ?? null,
    status: status ?? null,
    location: location ?? null,
    link: { parent: parent ?? null, score: priority, model: linkModel || null, why: linkWhy },
    title: page?.title ?? "",
    utility: page?.utility ?? 0,
    isTarget: page?.isTarget ?? false,
    type: page?.type ?? null,
    model: page?.model ?? null,
    why: page?.why ?? null,
    change: listed.change ?? null,
    ref: page?.ref ?? null,
  };
}

/** Answer of `GET /frontier`. */
export const frontierSchema = z
  .strictObject({
    crawl: z.string().describe("Names the crawl: another start is another crawl."),
    at: z.number().describe("When the planner told it, in ms since the epoch."),
    waiting: z.int().min(0).describe("Links that wait."),
    leased: z.int().min(0).describe("Links in flight."),
    hosts: z
      .array(z.strictObject({ host: z.string(), queued: z.int().min(0) }))
      .describe("The 1,000 hosts with the most queued links."),
    links: z
      .array(
        z.strictObject({
          url: z.url(),
          host: z.string(),
          priority: z.number(),
          group: z.string(),
          depth: z.int().min(0),
          why: z.string(),
        }),
      )
      .describe("The 1,000 queued links of the highest priority."),
  })
  .meta({ id: "Frontier" });

/**
 * Returns what the planner told last of the queue of a crawl.
 * @throws DowserError `frontier-not-told`
 */
export async function toldFrontier(
  { order: { crawl } }: KnownCrawl,
  { keyValueStore, blobs }: Pick<ApiPorts, "keyValueStore" | "blobs">,
): Promise<z.output<typeof frontierSchema>> {
  const { value } = await readRegister(keyValueStore, "frontier");
  const bytes = value?.crawl === crawl ? await blobs.get(value.key) : undefined;
  if (bytes === undefined) throw fail("frontier-not-told", { crawl });
  const { key: _key, ...told } = JSON.parse(Buffer.from(bytes).toString("utf8"));
  return frontierSchema.parse(told);
}
