import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

import type { ListedPage, PageListing } from "../../ports/page-listing.ts";
import {
  type DynamoTable,
  getItem,
  type Item,
  putItem,
  queryItems,
  sortKey,
} from "./dynamo-table.ts";

const PARTITION = "PAGE";

/** Pages per item: 2 to 4 KB, as a page's digest, place and own words take some 80 bytes. */
const PAGES_AN_ITEM = 32;

/** Longest title listed, in UTF-16 units: items stay below 400 KB even with the longest URLs. */
const MAX_TITLE = 500;

/**
 * Creates a page listing over packed items of a table. The first item lists the first {@link
 * PAGES_AN_ITEM} sequences, the second the next ones, and so on. So items never overlap, and the
 * latest entry for a page replaces the earlier one. Items are written in order, so a reader finds
 * no gap, unless the listing's first write starts in the middle. There is one writer at a time.
 * Titles are cut at {@link MAX_TITLE}.
 */
export function createDynamoPageListing(table: DynamoTable): PageListing {
  return {
    async put(pages) {
      const blocks = Map.groupBy(pages, ({ sequence }) => firstOfBlock(sequence));
      for (const [first, told] of [...blocks].sort(([a], [b]) => a - b)) {
        await putBlock(table, first, told);
      }
    },
    async read(after, limit) {
      const listed: ListedPage[] = [];
      if (limit <= 0) return listed;
      const items = queryItems(table, {
        pk: PARTITION,
        from: sortKey(firstOfBlock(after + 1)),
        pageSize: Math.ceil(limit / PAGES_AN_ITEM) + 1,
      });
      for await (const item of items) {
        for (const page of pagesOf(item)) {
          if (page.sequence > after) listed.push(page);
          if (listed.length === limit) return listed;
        }
      }
      return listed;
    },
  };
}

async function putBlock(
  table: DynamoTable,
  first: number,
  told: readonly ListedPage[],
): Promise<void> {
  const known =
    told.length === PAGES_AN_ITEM
      ? undefined
      : await getItem(table, [PARTITION, sortKey(first)], true);
  const pages = new Map(
    [...(known === undefined ? [] : pagesOf(known)), ...told].map((page) => [page.sequence, page]),
  );
  const rows = [...pages.values()].sort((a, b) => a.sequence - b.sequence).map(rowOf);
  await putItem(table, {
    pk: { S: PARTITION },
    sk: { S: sortKey(first) },
    pages: { B: zstdCompressSync(JSON.stringify(rows)) },
  });
}

function firstOfBlock(sequence: number): number {
  return sequence - ((sequence - 1) % PAGES_AN_ITEM);
}

type Row = readonly [
  sequence: number,
  url: ListedPage["url"],
  state: ListedPage["state"],
  reason: string,
  title: string,
  utility: number,
  isTarget: 0 | 1,
  type: string | null,
  ref: readonly [segment: string, offset: number, length: number, digest: string] | null,
];

function rowOf(page: ListedPage): Row {
  const { sequence, url, state, reason, title, utility, isTarget, type, ref } = page;
  return [
    sequence,
    url,
    state,
    reason,
    title.slice(0, MAX_TITLE),
    utility,
    isTarget ? 1 : 0,
    type ?? null,
    ref === undefined ? null : [ref.segment, ref.offset, ref.length, ref.digest],
  ];
}

function pagesOf(item: Item): ListedPage[] {
  const packed = item["pages"]?.B;
  if (packed === undefined) return [];
  const rows: readonly Row[] = JSON.parse(zstdDecompressSync(packed).toString("utf8"));
  return rows.map(pageOf);
}

function pageOf(row: Row): ListedPage {
  const [sequence, url, state, reason, title, utility, isTarget, type, ref] = row;
  const page = { sequence, url, state, reason, title, utility, isTarget: isTarget === 1 };
  if (ref === null) return { ...page, type: type ?? undefined, ref: undefined };
  const [segment, offset, length, digest] = ref;
  return { ...page, type: type ?? undefined, ref: { segment, offset, length, digest } };
}
