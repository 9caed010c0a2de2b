import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import {
  BatchWriteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from "@aws-sdk/client-dynamodb";
import fc from "fast-check";
import {
  createDynamoPageListing,
  findInIndex,
  INDEXED_TOGETHER,
  packIndex,
} from "../../../lib/adapters/aws/dynamo-page-listing.ts";
import { billedUnits } from "../../../lib/adapters/aws/request-meter.ts";
import { isSelected, type ListedPage } from "../../../lib/domain/page/page-record.ts";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import {
  LISTING_FORMS,
  type ListedCrawl,
  type PageListing,
} from "../../../lib/ports/page-listing.ts";
import { describePageListing } from "../../contract/page-listing.ts";
import { aListedFailure, aListedPage } from "../../support/a-listed-page.ts";
import { aUrl } from "../../support/a-url.ts";
import { memoryTable } from "../../support/memory-table.ts";

/** Most bytes of an item of DynamoDB. */
const MAX_ITEM = 409_600;

/** Returns a URL of some 7,900 characters that can hardly be compressed. */
function longUrl(seed: number) {
  const path = Array.from({ length: 92 }, (_, part) =>
    createHash("sha512").update(`${seed} ${part}`).digest("base64url"),
  );
  return aUrl(`http://bees.example/${path.join("")}`);
}

const CRAWL = "bees-20261129T010203004Z";

/** Waits no longer than a turn. */
const hurried = { now: () => 0, waitUntil: async () => {} };

const listingIn = ({ table }: ReturnType<typeof memoryTable>, crawl: ListedCrawl) =>
  createDynamoPageListing(table, hurried, crawl);

async function itemsOf(pages: readonly ListedPage[]) {
  const memory = memoryTable();
  await listingIn(memory, { crawl: CRAWL, records: "packed" }).put(pages, 1);
  return memory.dynamo
    .commandCalls(PutItemCommand)
    .map(({ args: [{ input }] }) => input.Item ?? {});
}

for (const records of [...LISTING_FORMS, undefined]) {
  describePageListing({
    name: `a listing in DynamoDB (${records ?? "as older versions had it"})`,
    create: () => listingIn(memoryTable(), { crawl: CRAWL, ...(records && { records }) }),
  });
}

/** Returns a page with all that crawls usually know of one, and texts of usual length. */
function aUsualPage(sequence: number): ListedPage {
  const model = `sha256:${createHash("sha256").update("model").digest("hex")}`;
  const linkModel = `sha256:${createHash("sha256").update("link model").digest("hex")}`;
  return aListedPage(
    sequence,
    {
      url: aUrl(`https://www.bees.example/articles/2026/keeping-bees-in-winter-${sequence}.html`),
      parent: aUrl("https://www.bees.example/articles/2026/"),
      linkWhy: "anchor: keeping bees in winter; parent 0.81; model 0.72",
      ...{ linkModel, priority: 0.723_456_789_012_345, group: "0.8" },
    },
    {
      ref: {
        segment: `pages/${CRAWL}/12-345-6.warc.gz`,
        digest: "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
        ...{ offset: 123_456, length: 30_123 },
      },
      ...{
        title: "Keeping bees in winter: what the hive needs",
        model,
        utility: 0.831_234_567_890_123,
      },
      why: "0.83: winter, hive, bees, honey, colony, feeding, varroa",
      ...{
        isTarget: true,
        type: "article",
        bodyBytes: 84_123,
        links: 62,
        textPrint: "a".repeat(16),
      },
      unusableLinks: { scheme: 2, "not-in-scope": 11 },
    },
  );
}

describe("the rows of a page listing", () => {
  it("A row says in plain attributes what a page is, its score and where it is", async () => {
    const memory = memoryTable();
    const listing = listingIn(memory, { crawl: CRAWL, records: "rows" });
    assert.equal(listing.together, 1);
    await listing.put([aUsualPage(1), aListedFailure(2)], 1);
    const {
      more: _more,
      model: _model,
      ...row
    } = memory.items.get(`PAGE#${CRAWL}\n${"1".padStart(16, "0")}`) ?? {};
    assert.deepEqual(row, {
      pk: { S: `PAGE#${CRAWL}` },
      sk: { S: "0000000000000001" },
      url: { S: "https://www.bees.example/articles/2026/keeping-bees-in-winter-1.html" },
      host: { S: "www.bees.example" },
      ...{ state: { S: "fetched" }, reason: { S: "page" } },
      fetchedAt: { S: "1970-01-01T00:00:01.000Z" },
      parent: { S: "https://www.bees.example/articles/2026/" },
      title: { S: "Keeping bees in winter: what the hive needs" },
      ...{ score: { N: "0.831234567890123" }, isTarget: { BOOL: true }, type: { S: "article" } },
      why: { S: "0.83: winter, hive, bees, honey, colony, feeding, varroa" },
      segment: { S: `pages/${CRAWL}/12-345-6.warc.gz` },
      ...{ offset: { N: "123456" }, length: { N: "30123" } },
      digest: { S: "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ" },
    });
  });

  it("The row of a usual page is charged as one unit of writing", async () => {
    const memory = memoryTable();
    await listingIn(memory, { crawl: CRAWL, records: "rows" }).put([aUsualPage(123_456)], 1);
    const [call] = memory.dynamo.commandCalls(BatchWriteItemCommand);
    const operation = {
      service: "DynamoDB",
      name: "BatchWriteItem",
      input: call?.args[0].input ?? {},
    };
    assert.deepEqual(billedUnits(operation, { output: {} }), { dynamoWriteUnits: 1 });
  });

  it("A recrawl leaves the list of the crawl before, in both forms", async () => {
    for (const records of LISTING_FORMS) {
      const memory = memoryTable();
      const before = listingIn(memory, { crawl: "bees-1", records });
      await before.put([aListedPage(1), aListedPage(2)], 1);
      await listingIn(memory, { crawl: "bees-2", records }).put([aListedFailure(1)], 2);
      const listed = await before.select({}, { after: 0, upTo: 9, limit: 9 });
      assert.deepEqual(listed, [aListedPage(1), aListedPage(2)]);
    }
  });

  it("Rows that the table does not take at once are sent again", async () => {
    const memory = memoryTable();
    const refused = Array.from({ length: 3 }, (_, index) => 20 - index);
    let requests = 0;
    memory.dynamo.on(BatchWriteItemCommand).callsFake(({ RequestItems }) => {
      requests += 1;
      const [left, taken] = [[...RequestItems.table], RequestItems.table];
      const kept = left.splice(0, requests <= 3 ? refused[requests - 1] : 0);
      for (const { PutRequest } of taken.slice(kept.length))
        memory.items.set(`${PutRequest.Item.pk.S}\n${PutRequest.Item.sk.S}`, PutRequest.Item);
      return { UnprocessedItems: kept.length === 0 ? {} : { table: kept } };
    });
    const listing = listingIn(memory, { crawl: CRAWL, records: "rows" });
    const pages = Array.from({ length: 25 }, (_, index) => aListedPage(index + 1));
    await listing.put(pages, 1);
    assert.equal(requests, 4);
    assert.deepEqual(await listing.select({}, { after: 0, upTo: 99, limit: 99 }), pages);
  });

  it("A table that takes no rows fails the writer, which is called again", async () => {
    const memory = memoryTable();
    memory.dynamo
      .on(BatchWriteItemCommand)
      .callsFake(({ RequestItems }) => ({ UnprocessedItems: RequestItems }));
    const listing = listingIn(memory, { crawl: CRAWL, records: "rows" });
    await assert.rejects(listing.put([aListedPage(1)], 1), {
      code: "table-refused",
      reaction: "retry",
    });
  });
});

describe("the items of a page listing", () => {
  it("Pages of an item that are too long for it are divided among several", async () => {
    const pages = Array.from({ length: 64 }, (_, index) =>
      aListedPage(index + 1, { url: longUrl(index), parent: longUrl(1_000 + index) }),
    );
    const items = await itemsOf(pages);
    const sizes = items.map(({ packed }) => packed?.B?.length ?? 0);
    assert.ok(Math.max(...sizes) < MAX_ITEM - 1_000, sizes.join());
    const keys = items.map(({ sk, next }) => [Number(sk?.S), next?.N]);
    assert.deepEqual(keys, [
      [1, "17"],
      [17, "33"],
      [33, "49"],
      [49, undefined],
    ]);
  });

  it("Pages of an item are one item as a rule, of some kilobytes", async () => {
    const items = await itemsOf(Array.from({ length: 128 }, (_, index) => aListedPage(index + 1)));
    assert.deepEqual(
      items.map(({ sk, next }) => [Number(sk?.S), next]),
      [
        [1, undefined],
        [65, undefined],
      ],
    );
    for (const { packed } of items) assert.ok((packed?.B?.length ?? Infinity) < 10_000);
  });
});

describe("the index of a page listing", () => {
  /** Lists pages from the first to a last one, some at a time. */
  async function listUpTo(listing: PageListing, first: number, last: number, utility = 0.5) {
    for (let from = first; from <= last; from += 100) {
      const sequences = Array.from(
        { length: Math.min(100, last - from + 1) },
        (_, index) => from + index,
      );
      await listing.put(
        sequences.map((sequence) => aListedPage(sequence, {}, { utility })),
        1,
      );
    }
  }

  it("It is written without reading again what the same process has listed", async () => {
    for (const records of LISTING_FORMS) {
      const memory = memoryTable();
      const listing = listingIn(memory, { crawl: CRAWL, records });
      const all = Array.from({ length: 2 * INDEXED_TOGETHER }, (_, index) => index + 1);
      for (let from = 0; from < all.length; from += 128)
        await listing.put(
          all.slice(from, from + 128).map((sequence) => aListedPage(sequence)),
          1,
        );
      assert.equal(memory.dynamo.commandCalls(QueryCommand).length, 0);
      assert.equal(memory.dynamo.commandCalls(GetItemCommand).length, 0);
      const indexes = [...memory.items.keys()].filter((key) => key.startsWith("RECORD-INDEX"));
      assert.equal(indexes.length, 2);
    }
  });

  it("It has the last score of each page, whoever listed it and however often", async () => {
    const memory = memoryTable();
    const crawl = { crawl: CRAWL, records: "rows" } as const;
    await listUpTo(listingIn(memory, crawl), 1, 700, 0.1);
    // The process that goes on knows none of these, and judges some of its own again.
    const listing = listingIn(memory, crawl);
    await listUpTo(listing, 701, 900, 0.1);
    await listUpTo(listing, 650, 800, 0.9);
    await listUpTo(listing, 901, INDEXED_TOGETHER, 0.1);
    const range = { after: 0, upTo: INDEXED_TOGETHER, limit: INDEXED_TOGETHER };
    const found = await listing.select({ minScore: 0.5 }, range);
    assert.deepEqual(
      found.map(({ sequence }) => sequence),
      Array.from({ length: 151 }, (_, index) => 650 + index),
    );
  });

  it("An index names every page that a filter selects", () => {
    const page = fc.record({
      url: fc.nat(20).map((n) => aUrl(`http://host-${n % 3}.example/${n}`)),
      utility: fc.double({ min: 0, max: 1, noNaN: true }),
      isTarget: fc.boolean(),
      isPage: fc.boolean(),
    });
    const filter = fc.record(
      {
        urls: fc
          .uniqueArray(
            page.map(({ url }) => url),
            { maxLength: 3 },
          )
          .map((all) => new Set(all)),
        host: page.map(({ url }) => hostOf(url)),
        minScore: fc.double({ min: 0, max: 1, noNaN: true }),
        targets: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(page, { maxLength: 50 }), filter, (parts, asked) => {
        const pages = parts.map(({ url, utility, isTarget, isPage }, index) =>
          isPage
            ? aListedPage(index + 1, { url }, { utility, isTarget })
            : { ...aListedFailure(index + 1), url, host: hostOf(url) },
        );
        const found = new Set(findInIndex(packIndex(pages), asked));
        const missed = pages.filter((each, index) => isSelected(each, asked) && !found.has(index));
        assert.deepEqual(missed, []);
      }),
      { seed: 1 },
    );
  });

  it("An index takes at most eight bytes a page, and names few pages that a filter does not select", () => {
    const pages = Array.from({ length: INDEXED_TOGETHER }, (_, index) => {
      const url = aUrl(`http://host-${(index * 7) % 200}.example/page/${index}`);
      return aListedPage(index + 1, { url }, { utility: index / INDEXED_TOGETHER });
    });
    const packed = packIndex(pages);
    assert.ok(packed.length <= 8 * INDEXED_TOGETHER, `${packed.length} bytes`);
    const [, , third] = pages;
    assert.ok(third);
    assert.deepEqual(findInIndex(packed, { urls: new Set([third.url]) }), [2]);
    assert.ok(findInIndex(packed, { host: third.host }).length <= 7);
    assert.ok(findInIndex(packed, { minScore: 0.9 }).length <= 0.11 * INDEXED_TOGETHER);
  });
});
