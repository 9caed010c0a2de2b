import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createDynamoLabelStore } from "../../lib/adapters/aws/dynamo-label-store.ts";
import { createDynamoPageListing } from "../../lib/adapters/aws/dynamo-page-listing.ts";
import { createDynamoRobotsCache } from "../../lib/adapters/aws/dynamo-robots-cache.ts";
import { createDynamoKeyValueStore } from "../../lib/adapters/aws/dynamo-table.ts";
import { systemClock } from "../../lib/adapters/system-clock.ts";
import { LISTING_FORMS } from "../../lib/ports/page-listing.ts";
import { describeRegisters } from "../contract/key-value-store.ts";
import { aLabel, describeLabelStore } from "../contract/label-store.ts";
import { describePageListing } from "../contract/page-listing.ts";
import { describeRobotsShelf } from "../contract/robots-cache.ts";
import { aTable, skip } from "./support/ministack.ts";

describe("on MiniStack", { skip }, () => {
  describeRegisters({
    name: "items of DynamoDB",
    create: async () => createDynamoKeyValueStore(await aTable()),
  });
  for (const records of [...LISTING_FORMS, undefined]) {
    describePageListing({
      name: `DynamoDB (${records ?? "as older versions had it"})`,
      create: async () =>
        createDynamoPageListing(await aTable(), systemClock, {
          crawl: "bees-1",
          ...(records && { records }),
        }),
      // The listing has all of the contract on a table in memory.
      isSlow: true,
    });
  }
  describeRobotsShelf({
    name: "DynamoDB",
    create: async () => createDynamoRobotsCache(await aTable()),
  });
  describeLabelStore("DynamoDB", async () => createDynamoLabelStore(await aTable()));

  it("The labels of several writers are all kept on MiniStack, each writer's in order", async () => {
    const table = await aTable();
    await Promise.all(
      ["a", "b", "c"].map(async (writer) => {
        const store = createDynamoLabelStore(table);
        for (let i = 0; i < 5; i++) await store.append([aLabel(`${writer}${i}`)]);
      }),
    );
    const store = createDynamoLabelStore(table);
    const paths = (await store.list()).map(({ url }) => url.slice(-2));
    assert.equal(await store.size(), 15);
    for (const writer of ["a", "b", "c"]) {
      const own = paths.filter((path) => path.startsWith(writer));
      assert.deepEqual(own, own.toSorted());
      assert.equal(own.length, 5);
    }
  });
});
