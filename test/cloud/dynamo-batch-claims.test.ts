import { describe } from "node:test";
import { createDynamoBatchClaims } from "../../lib/adapters/aws/dynamo-batch-claims.ts";
import { describeBatchClaims } from "../contract/batch-claims.ts";
import { aTable, skip } from "./support/ministack.ts";

describe("on MiniStack", { skip }, () => {
  describeBatchClaims({
    name: "DynamoDB",
    create: async () => createDynamoBatchClaims(await aTable(), () => 0),
  });
});
