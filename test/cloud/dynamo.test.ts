import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createDynamoLabelStore } from "../../lib/adapters/aws/dynamo-label-store.ts";
import { createDynamoPageListing } from "../../lib/adapters/aws/dynamo-page-listing.ts";
import { createDynamoRegisters } from "../../lib/adapters/aws/dynamo-registers.ts";
import { createDynamoRobotsShelf } from "../../lib/adapters/aws/dynamo-robots-shelf.ts";
import { aLabel, describeLabelStore } from "../contract/label-store.ts";
import { describePageListing } from "../contract/page-listing.ts";
import { describeRegisters } from "../contract/registers.ts";
import { describeRobotsShelf } from "../contract/robots-shelf.ts";
import { aTable, skip } from "./support/ministack.ts";

describe("on MiniStack", { skip }, () => {
  describeRegisters({
    name: "items of DynamoDB",
    create: async () => createDynamoRegisters(await aTable()),
  });
  describePageListing({
    name: "DynamoDB",
    create: async () => createDynamoPageListing(await aTable()),
  });
  describeRobotsShelf({
    name: "DynamoDB",
    create: async () => createDynamoRobotsShelf(await aTable()),
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
