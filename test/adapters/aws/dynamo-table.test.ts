import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  PutItemCommand,
  ResourceNotFoundException,
} from "@aws-sdk/client-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { putItemIf, sortKey } from "../../../lib/adapters/aws/dynamo-table.ts";

const table = { client: new DynamoDBClient({ region: "us-east-1" }), tableName: "table" };
const dynamo = mockClient(table.client);
const item = { pk: { S: "a" }, sk: { S: "b" } };
const condition = { expression: "attribute_not_exists(pk)" };
const failure = { $metadata: {}, message: "" };
beforeEach(() => dynamo.reset());

describe("an item written on a condition", () => {
  it("A conditional DynamoDB write is refused when another write came first", async () => {
    const other = { ...item, write: { S: "another" } };
    dynamo
      .on(PutItemCommand)
      .rejects(new ConditionalCheckFailedException({ ...failure, Item: other }));
    assert.equal(await putItemIf(table, item, condition), false);
  });

  it("A conditional DynamoDB write is refused when there is no item that could meet the condition", async () => {
    dynamo.on(PutItemCommand).rejects(new ConditionalCheckFailedException(failure));
    assert.equal(await putItemIf(table, item, condition), false);
  });

  it("A conditional DynamoDB write succeeds when the SDK repeats a request whose answer was lost", async () => {
    dynamo.on(PutItemCommand).callsFake(({ Item }) => {
      throw new ConditionalCheckFailedException({ ...failure, Item });
    });
    assert.equal(await putItemIf(table, item, condition), true);
  });

  it("A conditional DynamoDB write raises every error that is no failed condition", async () => {
    dynamo.on(PutItemCommand).rejects(new ResourceNotFoundException(failure));
    await assert.rejects(putItemIf(table, item, condition), ResourceNotFoundException);
  });
});

it("DynamoDB sort keys have the order of their numbers", () => {
  const numbers = [0, 9, 10, 99, 1_000_000, Number.MAX_SAFE_INTEGER];
  assert.deepEqual(numbers.map(sortKey).toSorted(), numbers.map(sortKey));
});
