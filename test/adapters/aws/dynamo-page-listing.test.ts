import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import fc from "fast-check";
import {
  createDynamoPageListing,
  findInIndex,
  INDEXED_TOGETHER,
  packIndex,
} from "../../../lib/adapters/aws/dynamo-page-listing.ts";
import { isSelected, type ListedPage } from "../../../lib/domain/page/page-record.ts";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import { aListedFailure, aListedPage } from "../../support/a-listed-page.ts";
import { aUrl } from "../../support/a-url.ts";

/** Most bytes of an item of DynamoDB. */
const MAX_ITEM = 409_600;

/** Returns a URL of some 7,900 characters that can hardly be compressed. */
function longUrl(seed: number) {
  const path = Array.from({ length: 92 }, (_, part) =>
    createHash("sha512").update(`${seed} ${part}`).digest("base64url"),
  );
  return aUrl(`http://bees.example/${path.join("")}`);
}

async function itemsOf(pages: readonly ListedPage[]) {
  // One client alone: a mock of the class would be met by other files of the same process.
  const client = new DynamoDBClient({ region: "us-east-1" });
  const dynamo = mockClient(client);
  dynamo.on(PutItemCommand).resolves({});
  dynamo.on(GetItemCommand).resolves({});
  const listing = createDynamoPageListing({ client, tableName: "table" });
  await listing.put(pages, 1);
  return dynamo.commandCalls(PutItemCommand).map(({ args: [{ input }] }) => input.Item ?? {});
}

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
