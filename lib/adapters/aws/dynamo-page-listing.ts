import { hash } from "node:crypto";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import {
  isSelected,
  type ListedPage,
  type PageFilter,
  selectsAll,
} from "../../domain/page/page-record.ts";
import type { ListingRange, PageListing } from "../../ports/page-listing.ts";
import {
  type DynamoTable,
  getItem,
  type Item,
  putItemIf,
  queryItems,
  sortKey,
} from "./dynamo-table.ts";

/** Partitions of the pages, and of the indexes by which they are found. */
const [PAGES, INDEXES] = ["RECORD", "RECORD-INDEX"];

/**
 * Pages per item: some 6 to 10 KB. Twice as many are 3 % smaller, and a crawl lists its first pages
 * later.
 */
const PAGES_AN_ITEM = 64;

/**
 * Most bytes of packed pages: an item has at most 400 KB. Only a site with very long URLs needs more
 * for {@link PAGES_AN_ITEM} pages.
 */
const MAX_PACKED = 380_000;

/**
 * Creates a page listing over packed items of a table. The first item lists the first {@link
 * PAGES_AN_ITEM} sequences, the second the next ones, and so on. So items never overlap, and the
 * latest entry for a page replaces the earlier one. Where the pages of an item are too long for it,
 * it names the item that has the next ones. An index of {@link INDEXED_TOGETHER} pages is
 * written when the last of them is listed; the pages behind the last index are searched themselves.
 * There is one writer at a time.
 */
export function createDynamoPageListing(table: DynamoTable): PageListing {
  return {
    together: PAGES_AN_ITEM,
    async put(pages, epoch) {
      const items = Map.groupBy(pages, ({ sequence }) => firstOf(sequence, PAGES_AN_ITEM));
      const written = await Promise.all(
        Array.from(items, ([first, some]) => putPages(table, first, some, epoch)),
      );
      if (written.includes(false)) return false;
      const full = pages.filter(({ sequence }) => sequence % INDEXED_TOGETHER === 0);
      const indexed = full.map(({ sequence }) => putIndex(table, sequence, epoch));
      return !(await Promise.all(indexed)).includes(false);
    },
    async select(filter, range) {
      const { after, upTo, limit } = range;
      const found: ListedPage[] = [];
      if (limit <= 0 || upTo <= after) return found;
      for await (const pages of candidates(table, filter, range)) {
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

async function putPages(
  table: DynamoTable,
  first: number,
  pages: readonly ListedPage[],
  epoch: number,
): Promise<boolean> {
  const known = pages.length === PAGES_AN_ITEM ? [] : await readPages(table, first);
  const all = new Map([...known, ...pages].map((page) => [page.sequence, page]));
  const rows = [...all.values()].toSorted((a, b) => a.sequence - b.sequence);
  const items = packed(rows).map(({ from, bytes }, index, parts) =>
    putPacked(table, [PAGES, from], { epoch, bytes, next: parts[index + 1]?.from }),
  );
  return !(await Promise.all(items)).includes(false);
}

/** Pages of one item, packed. */
interface PackedPages {
  /** Sequence of the first one. */
  readonly from: number;
  readonly bytes: Uint8Array;
}

function packed(rows: readonly ListedPage[]): readonly PackedPages[] {
  const bytes = zstdCompressSync(JSON.stringify(rows));
  const middle = Math.floor(rows.length / 2);
  if (bytes.length <= MAX_PACKED || middle === 0) return [{ from: rows[0]?.sequence ?? 0, bytes }];
  return [...packed(rows.slice(0, middle)), ...packed(rows.slice(middle))];
}

/** Writes the index whose last page has a sequence. */
async function putIndex(table: DynamoTable, last: number, epoch: number): Promise<boolean> {
  const first = firstOf(last, INDEXED_TOGETHER);
  const items = Array.from({ length: INDEXED_TOGETHER / PAGES_AN_ITEM }, (_, index) =>
    readPages(table, first + index * PAGES_AN_ITEM),
  );
  const bytes = packIndex((await Promise.all(items)).flat());
  return putPacked(table, [INDEXES, first], { epoch, bytes });
}

/** Writes an item, unless a later epoch has; returns whether it did. */
function putPacked(
  table: DynamoTable,
  [partition, first]: readonly [partition: string, first: number],
  { epoch, bytes, next }: { epoch: number; bytes: Uint8Array; next?: number | undefined },
): Promise<boolean> {
  const item = {
    pk: { S: partition },
    sk: { S: sortKey(first) },
    epoch: { N: String(epoch) },
    packed: { B: bytes },
    ...(next === undefined ? {} : { next: { N: String(next) } }),
  };
  return putItemIf(table, item, {
    expression: "attribute_not_exists(epoch) OR epoch <= :epoch",
    values: { ":epoch": { N: String(epoch) } },
  });
}

/** Reads the pages of a range that a filter may select, and others, in order. */
async function* candidates(
  table: DynamoTable,
  filter: PageFilter,
  { after, upTo, limit }: ListingRange,
): AsyncGenerator<readonly ListedPage[]> {
  let next = firstOf(after + 1, INDEXED_TOGETHER);
  if (selectsAll(filter)) next = after + 1;
  else {
    for await (const item of queryItems(table, { pk: INDEXES, from: sortKey(next) })) {
      const first = Number(item["sk"]?.S);
      if (first !== next || first + INDEXED_TOGETHER - 1 > upTo) break;
      yield await readIndexed(table, item, first, filter);
      next += INDEXED_TOGETHER;
    }
  }
  if (next > upTo) return;
  const from = sortKey(firstOf(next, PAGES_AN_ITEM));
  const pageSize = Math.ceil(limit / PAGES_AN_ITEM) + 1;
  let last = 0;
  for await (const item of queryItems(table, { pk: PAGES, from, pageSize })) {
    const first = Number(item["sk"]?.S);
    if (first > upTo) return;
    // An item that was divided before, and is one again, leaves its parts behind.
    if (first <= last) continue;
    const pages = pagesOf(item);
    last = pages.at(-1)?.sequence ?? last;
    yield pages;
  }
}

/** Reads the items that have the pages which an index names for a filter. */
async function readIndexed(
  table: DynamoTable,
  item: Item,
  first: number,
  filter: PageFilter,
): Promise<readonly ListedPage[]> {
  const packed = item["packed"]?.B;
  if (packed === undefined) return [];
  const items = new Set(
    findInIndex(packed, filter).map((position) => firstOf(first + position, PAGES_AN_ITEM)),
  );
  return (await Promise.all(Array.from(items, (each) => readPages(table, each)))).flat();
}

async function readPages(table: DynamoTable, first: number): Promise<readonly ListedPage[]> {
  const pages: ListedPage[] = [];
  for (let from: number | undefined = first; from !== undefined; ) {
    const item: Item | undefined = await getItem(table, [PAGES, sortKey(from)], true);
    if (item !== undefined) pages.push(...pagesOf(item));
    from = item?.["next"] && Number(item["next"].N);
  }
  return pages;
}

function pagesOf(item: Item): ListedPage[] {
  const packed = item["packed"]?.B;
  if (packed === undefined) return [];
  const rows: readonly ListedPage[] = JSON.parse(zstdDecompressSync(packed).toString("utf8"));
  return rows.map(withAllKeys);
}

/** Returns a page as it was before JSON omitted its undefined values. */
function withAllKeys(row: ListedPage): ListedPage {
  const { detail, status, parent, page, location } = row;
  if (page === undefined) return { ...row, detail, status, parent, page, location };
  const { ref, language, type, truncated } = page;
  const verdict = { ...page, ref, language, type, truncated };
  return { ...row, detail, status, parent, page: verdict, location };
}

/** Returns the first sequence of the item that has a sequence, when items have `size` pages. */
function firstOf(sequence: number, size: number): number {
  return sequence - ((sequence - 1) % size);
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
