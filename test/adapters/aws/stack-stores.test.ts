import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DynamoDBClient, GetItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { mockClient } from "aws-sdk-client-mock";
import { openStackStores } from "../../../lib/adapters/aws/stack-stores.ts";

describe("the stores of a stack", () => {
  it("The stores of a stack are its table and its bucket", async (test) => {
    const dynamo = mockClient(DynamoDBClient);
    const s3 = mockClient(S3Client);
    test.after(() => {
      dynamo.restore();
      s3.restore();
    });
    dynamo.on(GetItemCommand).resolves({ Item: { version: { N: "1" }, value: { S: "{}" } } });
    dynamo.on(QueryCommand).resolves({});
    s3.on(GetObjectCommand).resolves({});
    const { keyValueStore, labels, blobs } = openStackStores({
      bucket: "a-bucket",
      table: "a-table",
    });
    assert.deepEqual(await keyValueStore.read("order"), { version: 1, value: {} });
    assert.deepEqual(await labels.list(), []);
    await blobs.get("plans/1");
    const asked = dynamo.calls().map(({ args: [{ input }] }) => Reflect.get(input, "TableName"));
    assert.deepEqual(asked, ["a-table", "a-table"]);
    assert.equal(s3.commandCalls(GetObjectCommand)[0]?.args[0].input.Bucket, "a-bucket");
  });
});
