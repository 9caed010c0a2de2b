/** Blocks of a listing: 64 pages that are read together; and those that are packed, an item of some 7 KB each. */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { ListedPage } from "../../domain/page/page-record.ts";
import {
  type Condition,
  type DynamoTable,
  getItem,
  type Item,
  putItemIf,
  queryItems,
  sortKey,
} from "./dynamo-table.ts";

/**
 * Pages of a block: packed, some 6 to 10 KB. Twice as many are 3 % smaller, and a crawl lists its first
 * pages later.
 */
export const PAGES_A_BLOCK = 64;

/** The pages of one crawl in a table. Those of the first block have the sequences from 1 on. */
export interface PageBlocks {
  /** As in `PageListing`. */
  readonly together: number;
  /** As in `PageListing`. */
  put(pages: readonly ListedPage[], epoch: number): Promise<boolean>;
  /** Returns the pages of the block that begins with a sequence, in order. */
  block(first: number): Promise<readonly ListedPage[]>;
  /**
   * Reads pages in order, in parts. The first part has the page with a sequence, or begins behind it; `limit` is about
   * as many as are wanted.
   */
  from(sequence: number, limit: number): AsyncGenerator<readonly ListedPage[]>;
}

/** Returns the first sequence of the block that has a sequence, when blocks have `size` pages. */
export function firstOf(sequence: number, size: number): number {
  return sequence - ((sequence - 1) % size);
}

/** Writes a packed item, unless a later epoch has; returns whether it did. */
export function putPacked(
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
  return putItemIf(table, item, ofEpoch(epoch));
}

/** The condition that no later epoch has written an item. */
export function ofEpoch(epoch: number): Condition {
  return {
    expression: "attribute_not_exists(epoch) OR epoch <= :epoch",
    values: { ":epoch": { N: String(epoch) } },
  };
}

/**
 * Most bytes of packed pages: an item has at most 400 KB. Only a site with very long URLs needs more
 * for {@link PAGES_A_BLOCK} pages.
 */
const MAX_PACKED = 380_000;

/**
 * Creates blocks that are an item each, in a partition. Where the pages of an item are too long for it,
 * it names the item that has the next ones.
 */
export function packedPages(table: DynamoTable, partition: string): PageBlocks {
  const place = { table, partition };
  return {
    together: PAGES_A_BLOCK,
    async put(pages, epoch) {
      const items = Map.groupBy(pages, ({ sequence }) => firstOf(sequence, PAGES_A_BLOCK));
      const written = await Promise.all(
        Array.from(items, ([first, some]) => putPages(place, first, some, epoch)),
      );
      return !written.includes(false);
    },
    block: (first) => readPages(place, first),
    async *from(sequence, limit) {
      const from = sortKey(firstOf(sequence, PAGES_A_BLOCK));
      const pageSize = Math.ceil(limit / PAGES_A_BLOCK) + 1;
      let last = 0;
      for await (const item of queryItems(table, { pk: partition, from, pageSize })) {
        // An item that was divided before, and is one again, leaves its parts behind.
        if (Number(item["sk"]?.S) <= last) continue;
        const pages = pagesOf(item);
        last = pages.at(-1)?.sequence ?? last;
        yield pages;
      }
    },
  };
}

/** Where packed pages are. */
interface Place {
  readonly table: DynamoTable;
  readonly partition: string;
}

async function putPages(
  place: Place,
  first: number,
  pages: readonly ListedPage[],
  epoch: number,
): Promise<boolean> {
  const { table, partition } = place;
  const known = pages.length === PAGES_A_BLOCK ? [] : await readPages(place, first);
  const all = new Map([...known, ...pages].map((page) => [page.sequence, page]));
  const rows = [...all.values()].toSorted((a, b) => a.sequence - b.sequence);
  const items = packed(rows).map(({ from, bytes }, index, parts) =>
    putPacked(table, [partition, from], { epoch, bytes, next: parts[index + 1]?.from }),
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

async function readPages(
  { table, partition }: Place,
  first: number,
): Promise<readonly ListedPage[]> {
  const pages: ListedPage[] = [];
  for (let from: number | undefined = first; from !== undefined; ) {
    const item: Item | undefined = await getItem(table, [partition, sortKey(from)], true);
    if (item !== undefined) pages.push(...pagesOf(item));
    from = item?.["next"] && Number(item["next"].N);
  }
  return pages;
}

function pagesOf(item: Item): ListedPage[] {
  const bytes = item["packed"]?.B;
  if (bytes === undefined) return [];
  const rows: readonly ListedPage[] = JSON.parse(zstdDecompressSync(bytes).toString("utf8"));
  return rows.map(withAllKeys);
}

/** Returns a page as it was before JSON omitted its undefined values. */
export function withAllKeys(row: ListedPage): ListedPage {
  const { detail, status, parent, page, location } = row;
  if (page === undefined) return { ...row, detail, status, parent, page, location };
  const { ref, language, type, truncated } = page;
  const verdict = { ...page, ref, language, type, truncated };
  return { ...row, detail, status, parent, page: verdict, location };
}
