import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { describe, it, type TestContext } from "node:test";
import { DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { createRequestMeter } from "../../../lib/adapters/aws/request-meter.ts";
import { NO_USAGE } from "../../../lib/domain/cost/cost.ts";

/** What a service answers: a status and a body, or nothing at all. */
type Answer = readonly [status: number, body: object] | "hang-up";

/** A service that gives these answers in turn, and the settings of clients that ask it. */
async function aService(context: TestContext, ...answers: Answer[]) {
  const bodies: string[] = [];
  const reply = (response: ServerResponse) => {
    const answer = answers.shift() ?? ([200, {}] as const);
    if (answer === "hang-up") return void response.destroy();
    response.writeHead(answer[0], { "content-type": "application/x-amz-json-1.0" });
    response.end(JSON.stringify(answer[1]));
  };
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      bodies.push(body);
      reply(response);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const settings = {
    endpoint: `http://127.0.0.1:${address.port}`,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  };
  return { settings, bodies };
}

const KEY = { pk: { S: "a" }, sk: { S: "b" } };

describe("a request meter", () => {
  it("A request meter asks DynamoDB for the capacity of an operation and counts it by its kind", async (t) => {
    const answer: Answer = [200, { ConsumedCapacity: { CapacityUnits: 3 } }];
    const { settings, bodies } = await aService(t, answer, answer);
    const client = new DynamoDBClient(settings);
    const meter = createRequestMeter();
    meter.watch(client);
    await client.send(new PutItemCommand({ TableName: "t", Item: KEY }));
    await client.send(new GetItemCommand({ TableName: "t", Key: KEY }));
    assert.ok(bodies.every((body) => body.includes('"ReturnConsumedCapacity":"TOTAL"')));
    const { usage, attempts } = meter.take();
    assert.deepEqual(usage, { ...NO_USAGE, dynamoWriteUnits: 3, dynamoReadUnits: 3 });
    assert.deepEqual(
      [...attempts],
      [
        ["DynamoDB PutItem", 1],
        ["DynamoDB GetItem", 1],
      ],
    );
  });

  it("A request meter counts the attempts that the SDK repeats", async (t) => {
    const { settings } = await aService(t, [503, {}], [500, {}], [200, {}]);
    const client = new S3Client({ ...settings, forcePathStyle: true });
    const meter = createRequestMeter();
    meter.watch(client);
    await client.send(new PutObjectCommand({ Bucket: "b", Key: "k", Body: "text" }));
    const { usage, attempts } = meter.take();
    assert.equal(attempts.get("S3 PutObject"), 3);
    assert.equal(usage.s3Writes, 3);
  });

  it("A request meter counts a failed condition and a lost answer, but no other error", async (t) => {
    const failed = (type: string): Answer => [400, { __type: `com.amazonaws#${type}` }];
    const { settings } = await aService(
      t,
      failed("ConditionalCheckFailedException"),
      failed("ResourceNotFoundException"),
      "hang-up",
    );
    const client = new DynamoDBClient({ ...settings, maxAttempts: 1 });
    const meter = createRequestMeter();
    meter.watch(client);
    const put = new PutItemCommand({
      TableName: "t",
      Item: { ...KEY, x: { S: "x".repeat(2_000) } },
    });
    const units: number[] = [];
    for (let i = 0; i < 3; i++) {
      await assert.rejects(client.send(put));
      units.push(meter.take().usage.dynamoWriteUnits);
    }
    assert.deepEqual(units, [2, 0, 2]);
  });

  it("A request meter counts the requests of several clients together, from one reading to the next", async (t) => {
    const { settings } = await aService(t);
    const clients = [new SQSClient(settings), new SQSClient(settings)];
    const meter = createRequestMeter();
    const send = new SendMessageBatchCommand({
      QueueUrl: `${settings.endpoint}/queue`,
      Entries: [{ Id: "0", MessageBody: "x".repeat(65_537) }],
    });
    for (const client of clients) {
      meter.watch(client);
      // What it answers is no answer of SQS: the request counts all the same.
      await client.send(send).catch(() => {});
    }
    assert.equal(meter.take().usage.sqsRequests, 4);
    assert.deepEqual(meter.take(), { usage: NO_USAGE, attempts: new Map() });
  });
});
