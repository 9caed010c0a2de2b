import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { createDynamoPageListing } from "../../../lib/adapters/aws/dynamo-page-listing.ts";
import type { ListedPage } from "../../../lib/domain/page/listed-page.ts";
import { aListedPage } from "../../support/a-listed-page.ts";
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
