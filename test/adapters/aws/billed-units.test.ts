import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { billedUnits, reportsCapacity } from "../../../lib/adapters/aws/request-meter.ts";

const done = { output: {} };
const dynamo = (name: string, input: object = {}) => ({ service: "DynamoDB", name, input });
const item = (bytes: number) => ({ x: { S: "y".repeat(bytes - 1) } });

describe("what DynamoDB is paid for, where its answer does not say it", () => {
  it("DynamoDB costs one write unit for each begun KB of an item written", () => {
    for (const [bytes, units] of [
      [10, 1],
      [1_024, 1],
      [1_025, 2],
      [4_096, 4],
    ] as const) {
      const put = dynamo("PutItem", { Item: item(bytes) });
      assert.deepEqual(billedUnits(put, done), { dynamoWriteUnits: units });
    }
  });

  it("The size of a DynamoDB item counts names, numbers and bytes as AWS does", () => {
    const Item = { name: { N: "1234567" }, é: { B: new Uint8Array(1_014) }, is: { BOOL: true } };
    // 4 + 5, 2 + 1,014, 2 + 1
    assert.deepEqual(billedUnits(dynamo("PutItem", { Item }), done), { dynamoWriteUnits: 2 });
  });

  it("DynamoDB costs one read unit for each begun 4 KB, half when the read need not be consistent", () => {
    const answer = { output: { Items: [item(4_000), item(4_000), item(200)] } };
    const query = (ConsistentRead: boolean) => dynamo("Query", { ConsistentRead });
    assert.deepEqual(billedUnits(query(true), answer), { dynamoReadUnits: 3 });
    assert.deepEqual(billedUnits(query(false), answer), { dynamoReadUnits: 1.5 });
    assert.deepEqual(billedUnits(dynamo("GetItem"), done), { dynamoReadUnits: 0.5 });
  });

  it("A failed DynamoDB condition costs the write of the larger item", () => {
    const error = { name: "ConditionalCheckFailedException", $fault: "client", Item: item(3_000) };
    const put = dynamo("PutItem", { Item: item(10) });
    assert.deepEqual(billedUnits(put, { error }), { dynamoWriteUnits: 3 });
  });

  it("A DynamoDB answer about several tables costs the sum of their units", () => {
    const output = { ConsumedCapacity: [{ CapacityUnits: 1.5 }, { CapacityUnits: 2 }] };
    assert.deepEqual(billedUnits(dynamo("BatchGetItem"), { output }), { dynamoReadUnits: 3.5 });
  });

  it("A DynamoDB read that was refused costs nothing", () => {
    const error = { name: "ThrottlingException", $fault: "client" };
    assert.deepEqual(billedUnits(dynamo("Query"), { error }), { dynamoReadUnits: 0 });
  });
});

describe("what other services are paid for", () => {
  it("S3 costs writes and lists, or reads; removing is free", () => {
    const units = (name: string) => billedUnits({ service: "S3", name, input: {} }, done);
    assert.deepEqual(units("PutObject"), { s3Writes: 1 });
    assert.deepEqual(units("ListObjectsV2"), { s3Writes: 1 });
    assert.deepEqual(units("GetObject"), { s3Reads: 1 });
    assert.deepEqual(units("HeadObject"), { s3Reads: 1 });
    assert.deepEqual(units("DeleteObjects"), {});
  });

  it("SQS costs each begun 64 KB sent or received, and any request", () => {
    const sqs = (name: string, input: object) => ({ service: "SQS", name, input });
    const Entries = Array.from({ length: 10 }, () => ({ MessageBody: "é".repeat(10_000) }));
    assert.deepEqual(billedUnits(sqs("SendMessageBatch", { Entries }), done), { sqsRequests: 4 });
    const output = { Messages: [{ Body: "x".repeat(65_536) }, { Body: "y" }] };
    assert.deepEqual(billedUnits(sqs("ReceiveMessage", {}), { output }), { sqsRequests: 2 });
    assert.deepEqual(billedUnits(sqs("DeleteMessageBatch", {}), done), { sqsRequests: 1 });
  });

  it("EventBridge and calls of Lambda cost the caller nothing", () => {
    for (const service of ["EventBridge", "Lambda"]) {
      assert.deepEqual(billedUnits({ service, name: "Invoke", input: {} }, done), {});
    }
  });
});

it("The request meter asks for consumed capacity for operations on items only", () => {
  assert.ok(reportsCapacity("DynamoDB", "Query"));
  assert.ok(reportsCapacity("DynamoDB", "BatchWriteItem"));
  assert.ok(!reportsCapacity("DynamoDB", "DescribeTable"));
  assert.ok(!reportsCapacity("S3", "PutItem"));
});
