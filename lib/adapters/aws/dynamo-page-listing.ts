import { hash } from "node:crypto";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import {
  isSelected,
  type ListedPage,
  type PageFilter,
  selectsAll,
} from "../../domain/page/page-record.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ListedCrawl, ListingRange, PageListing } from "../../ports/page-listing.ts";
import { type DynamoTable, type Item, queryItems, sortKey } from "./dynamo-table.ts";
import { firstOf, PAGES_A_BLOCK, type PageBlocks, packedPages, putPacked } from "./packed-pages.ts";
import { pageRows } from "./page-rows.ts";

type Pages = readonly ListedPage[];

/** A listing in a table: its pages, and the partition of the indexes by which they are found. */
interface Listed {
  readonly table: DynamoTable;
  readonly blocks: PageBlocks;
  readonly indexes: string;
}

/**
 * Creates the page listing of a crawl over items of a table: a row a page, or packed in blocks. The first
 * block lists the first {@link PAGES_A_BLOCK} sequences, the second the next ones, and so on. So blocks
 * never overlap, and the latest entry for a page replaces the earlier one. An index of
 * {@link INDEXED_TOGETHER} pages is written when the last of them is listed; the pages behind the last
 * index are searched themselves. There is one writer at a time.
 */
export function createDynamoPageListing(
  table: DynamoTable,
  clock: Pick<Clock, "now" | "waitUntil">,
  crawl: ListedCrawl,
): PageListing {
  const listed = listedIn(table, clock, crawl);
  const { blocks } = listed;
  let unindexed: Pages = [];
  return {
    together: blocks.together,
    async put(pages, epoch) {
      if (!(await blocks.put(pages, epoch))) return false;
      unindexed = continued(unindexed, pages);
      const full = pages.filter(({ sequence }) => sequence % INDEXED_TOGETHER === 0);
      const indexed = full.map(({ sequence }) => putIndex(listed, unindexed, sequence, epoch));
      unindexed = unindexed.filter(({ sequence }) => sequence > (full.at(-1)?.sequence ?? 0));
      return !(await Promise.all(indexed)).includes(false);
    },
    async select(filter, range) {
      const { after, upTo, limit } = range;
      const found: ListedPage[] = [];
      if (limit <= 0 || upTo <= after) return found;
      for await (const pages of candidates(listed, filter, range)) {
        for (const page of pages) {
          if (page.sequence <= after || page.sequence > upTo || !isSelected(page, filter)) continue;
          found.push(page);
          if (found.length === limit) return found;
        }
      }
      return found;
    },
  };
}

function listedIn(
  table: DynamoTable,
  clock: Pick<Clock, "now" | "waitUntil">,
  { crawl, records }: ListedCrawl,
): Listed {
  // Crawls that an older version began are all listed in the same place.
  if (records === undefined)
    return { table, blocks: packedPages(table, "RECORD"), indexes: "RECORD-INDEX" };
  const indexes = `RECORD-INDEX#${crawl}`;
  if (records === "rows") return { table, blocks: pageRows(table, clock, crawl), indexes };
  return { table, blocks: packedPages(table, `RECORD#${crawl}`), indexes };
}

/** Returns pages with those that follow them; these alone if they begin elsewhere, as pages that are listed again do. */
function continued(known: Pages, pages: Pages): Pages {
  const follow = known.at(-1)?.sequence === (pages[0]?.sequence ?? 0) - 1;
  return follow ? [...known, ...pages] : pages;
}

/** Writes the index whose last page has a sequence; reads what others have listed: to read all again costs a twentieth of writing rows. */
async function putIndex(
  { table, blocks, indexes }: Listed,
  known: Pages,
  last: number,
  epoch: number,
): Promise<boolean> {
  const first = firstOf(last, INDEXED_TOGETHER);
  let pages = known.filter(({ sequence }) => sequence >= first && sequence <= last);
  if (pages.length < INDEXED_TOGETHER) {
    const items = Array.from({ length: INDEXED_TOGETHER / PAGES_A_BLOCK }, (_, index) =>
      blocks.block(first + index * PAGES_A_BLOCK),
    );
    pages = (await Promise.all(items)).flat();
  }
  return putPacked(table, [indexes, first], { epoch, bytes: packIndex(pages) });
}

/** Reads the pages of a range that a filter may select, and others, in order. */
async function* candidates(
  listed: Listed,
  filter: PageFilter,
  { after, upTo, limit }: ListingRange,
): AsyncGenerator<readonly ListedPage[]> {
  const { table, blocks, indexes } = listed;
  let next = firstOf(after + 1, INDEXED_TOGETHER);
  if (selectsAll(filter)) next = after + 1;
  else {
    for await (const item of queryItems(table, { pk: indexes, from: sortKey(next) })) {
      const first = Number(item["sk"]?.S);
      if (first !== next || first + INDEXED_TOGETHER - 1 > upTo) break;
      yield await readIndexed(blocks, item, first, filter);
      next += INDEXED_TOGETHER;
    }
  }
  if (next > upTo) return;
  for await (const pages of blocks.from(next, limit)) {
    const [first] = pages;
    if (first !== undefined && first.sequence > upTo) return;
    yield pages;
  }
}

/** Reads the blocks that have the pages which an index names for a filter. */
async function readIndexed(
  blocks: PageBlocks,
  item: Item,
  first: number,
  filter: PageFilter,
): Promise<readonly ListedPage[]> {
  const packed = item["packed"]?.B;
  if (packed === undefined) return [];
  const items = new Set(
    findInIndex(packed, filter).map((position) => firstOf(first + position, PAGES_A_BLOCK)),
  );
  return (await Promise.all(Array.from(items, (each) => blocks.block(each)))).flat();
}

/** Pages of an index: some 7 KB. Eight times as many are hardly smaller, and wait longer. */
export const INDEXED_TOGETHER = 1_024;

/** Bytes of a page in the columns of an index: hashes of URL and host, and its score. */
const [URL_BYTES, HOST_BYTES, SCORE_BYTES] = [4, 2, 1];
const PAGE_BYTES = URL_BYTES + HOST_BYTES + SCORE_BYTES;

/** The greatest score in 7 bits; the eighth is set for targets. */
const MAX_SCORE = 127;
const TARGET = 128;

/**
 * Packs what pages are sought by, in columns. An index may name pages that a filter does not select,
 * as it has hashes and rounded scores, but it leaves none out.
 */
export function packIndex(pages: readonly ListedPage[]): Uint8Array {
  const bytes = Buffer.alloc(PAGE_BYTES * pages.length);
  const columns = columnsOf(bytes);
  for (const [index, { url, host, page }] of pages.entries()) {
    bytes.writeUInt32LE(urlKey(url), columns.url(index));
    bytes.writeUInt16LE(hostKey(host), columns.host(index));
    const target = page?.isTarget === true ? TARGET : 0;
    bytes.writeUInt8(target + scoreKey(page?.utility ?? 0), columns.score(index));
  }
  return zstdCompressSync(bytes);
}

/** Returns the positions, from 0, of the pages of an index that a filter may select. */
export function findInIndex(packed: Uint8Array, filter: PageFilter): number[] {
  const bytes = zstdDecompressSync(packed);
  const columns = columnsOf(bytes);
  const urls = filter.urls && new Set(Array.from(filter.urls, urlKey));
  const host = filter.host && hostKey(filter.host);
  const least = scoreKey(filter.minScore ?? 0);
  const found: number[] = [];
  for (let index = 0; index < bytes.length / PAGE_BYTES; index += 1) {
    if (urls !== undefined && !urls.has(bytes.readUInt32LE(columns.url(index)))) continue;
    if (host !== undefined && host !== bytes.readUInt16LE(columns.host(index))) continue;
    const score = bytes.readUInt8(columns.score(index));
    if (score % TARGET < least || (filter.targets === true && score < TARGET)) continue;
    found.push(index);
  }
  return found;
}

/** Returns the places of values in an index of so many bytes. */
function columnsOf({ length }: Buffer) {
  const pages = length / PAGE_BYTES;
  return {
    url: (index: number) => URL_BYTES * index,
    host: (index: number) => URL_BYTES * pages + HOST_BYTES * index,
    score: (index: number) => (URL_BYTES + HOST_BYTES) * pages + SCORE_BYTES * index,
  };
}

function urlKey(url: string): number {
  return hash("sha1", url, "buffer").readUInt32LE();
}

function hostKey(host: string): number {
  return hash("sha1", host, "buffer").readUInt16LE();
}

function scoreKey(utility: number): number {
  return Math.floor(MAX_SCORE * utility);
}
