/** The pages of a listing as rows: an item a page, whose attributes a person reads in the console. */
import type { ListedPage, PageRef } from "../../domain/page/page-record.ts";
import type { Clock } from "../../ports/clock.ts";
import {
  type DynamoTable,
  type Item,
  putItemIf,
  putItems,
  queryItems,
  sortKey,
} from "./dynamo-table.ts";
import { firstOf, ofEpoch, PAGES_A_BLOCK, type PageBlocks, withAllKeys } from "./packed-pages.ts";

/** The partition of the epochs of crawls whose pages are rows: a row has no condition of its own. */
const WRITERS = "PAGE-WRITER";

/** Creates blocks of rows: `PAGE#` with the crawl's name, and the sequence. */
export function pageRows(
  table: DynamoTable,
  clock: Pick<Clock, "now" | "waitUntil">,
  crawl: string,
): PageBlocks {
  const partition = `PAGE#${crawl}`;
  return {
    together: 1,
    async put(pages, epoch) {
      if (pages.length === 0) return true;
      const writer = { pk: { S: WRITERS }, sk: { S: crawl }, epoch: { N: String(epoch) } };
      // Rows are written many at a time, which no condition can have. A writer that lost the stack since
      // its last look at its lease writes none in the place of those of the next one.
      if (!(await putItemIf(table, writer, ofEpoch(epoch)))) return false;
      await putItems(
        table,
        clock,
        pages.map((page) => rowOf(partition, page)),
      );
      return true;
    },
    async block(first) {
      const rows: ListedPage[] = [];
      const to = sortKey(firstOf(first, PAGES_A_BLOCK) + PAGES_A_BLOCK - 1);
      for await (const item of queryItems(table, { pk: partition, from: sortKey(first), to }))
        rows.push(pageOf(item));
      return rows;
    },
    async *from(sequence, limit) {
      const query = { pk: partition, from: sortKey(sequence), pageSize: limit };
      for await (const item of queryItems(table, query)) yield [pageOf(item)];
    },
  };
}

/**
 * Returns the row of a page. What people look for has an attribute each; the rest is one line of JSON, so that most
 * rows have at most 1 KB, the unit by which writing is charged.
 */
function rowOf(
  partition: string,
  { sequence, url, host, state, reason, parent, fetchedAt, page, ...more }: ListedPage,
): Item {
  const { ref, title, utility, isTarget, type, model, why, ...verdict } = page ?? {};
  return {
    pk: { S: partition },
    sk: { S: sortKey(sequence) },
    url: { S: url },
    host: { S: host },
    state: { S: state },
    reason: { S: reason },
    fetchedAt: { S: new Date(fetchedAt).toISOString() },
    ...text("parent", parent),
    ...text("title", title),
    ...(utility !== undefined && { score: { N: decimal(utility) } }),
    ...(isTarget !== undefined && { isTarget: { BOOL: isTarget } }),
    ...text("type", type),
    ...text("why", why),
    ...text("model", model),
    ...placeOf(ref),
    more: { S: JSON.stringify(page === undefined ? more : { ...more, page: verdict }) },
  };
}

function placeOf(ref: PageRef | undefined): Item {
  if (ref === undefined) return {};
  const { segment, offset, length, digest, body } = ref;
  return {
    segment: { S: segment },
    offset: { N: String(offset) },
    length: { N: String(length) },
    digest: { S: digest },
    ...(body !== undefined && { body: { S: JSON.stringify(body) } }),
  };
}

function text(name: string, value: string | undefined): Item {
  return value === undefined ? {} : { [name]: { S: value } };
}

/** Least positive number that DynamoDB has. */
const LEAST = 1e-130;

function decimal(value: number): string {
  return String(value < LEAST ? 0 : value);
}

/** The parts of a page in its row's line of JSON. */
type MoreOfPage = Omit<
  ListedPage,
  "sequence" | "url" | "host" | "state" | "reason" | "parent" | "fetchedAt"
>;

/** Returns the page of a row. */
function pageOf(item: Item): ListedPage {
  const more: MoreOfPage = JSON.parse(textOf(item, "more") ?? "{}");
  const row = {
    ...more,
    sequence: Number(item["sk"]?.S),
    url: textOf(item, "url"),
    host: textOf(item, "host"),
    state: textOf(item, "state"),
    reason: textOf(item, "reason"),
    parent: textOf(item, "parent"),
    fetchedAt: Date.parse(textOf(item, "fetchedAt") ?? ""),
    page: more.page && {
      ...more.page,
      ref: refOf(item),
      title: textOf(item, "title") ?? "",
      utility: Number(item["score"]?.N),
      isTarget: item["isTarget"]?.BOOL === true,
      type: textOf(item, "type"),
      model: textOf(item, "model") ?? "",
      why: textOf(item, "why") ?? "",
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as rowOf has written it
  return withAllKeys(row as ListedPage);
}

function refOf(item: Item): PageRef | undefined {
  const [segment, digest, body] = ["segment", "digest", "body"].map((name) => textOf(item, name));
  if (segment === undefined || digest === undefined) return undefined;
  const place = { segment, offset: Number(item["offset"]?.N), length: Number(item["length"]?.N) };
  return { ...place, digest, ...(body !== undefined && { body: JSON.parse(body) }) };
}

function textOf(item: Item, name: string): string | undefined {
  return item[name]?.S;
}
