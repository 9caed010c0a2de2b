import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { createSqsQueue } from "../../../lib/adapters/aws/sqs-queue.ts";
import { fixedClock } from "../../support/fixed-clock.ts";

const client = new SQSClient({ region: "us-east-1" });
const sqs = mockClient(client);
const queue = createSqsQueue({ client, queueUrl: "http://queue", clock: fixedClock() });
beforeEach(() => sqs.reset());

const failure = (Id: string, SenderFault = false, Code = "InternalError") => ({
  Id,
  SenderFault,
  Code,
});

function sentBodies(): (string | undefined)[][] {
  return sqs
    .commandCalls(SendMessageBatchCommand)
    .map(({ args }) => (args[0].input.Entries ?? []).map(({ MessageBody }) => MessageBody));
}

describe("sending to SQS", () => {
  it("SQS sending uses batches of ten messages and one megabyte of UTF-8 at most", async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    await queue.send(Array.from({ length: 23 }, (_, i) => `${i}`));
    assert.deepEqual(
      sentBodies().map(({ length }) => length),
      [10, 10, 3],
    );
    sqs.resetHistory();
    await queue.send(["é".repeat(262_144), "é".repeat(262_144), "a"]);
    assert.deepEqual(
      sentBodies().map(({ length }) => length),
      [2, 1],
    );
  });

  it("SQS sending repeats the refused messages, and only those", async () => {
    sqs
      .on(SendMessageBatchCommand)
      .resolvesOnce({ Failed: [failure("1"), failure("2")] })
      .resolvesOnce({ Failed: [failure("2")] })
      .resolves({});
    await queue.send(["a", "b", "c"]);
    assert.deepEqual(sentBodies(), [["a", "b", "c"], ["b", "c"], ["c"]]);
  });

  it("SQS sending raises an error for a message that is never accepted", async () => {
    sqs.on(SendMessageBatchCommand).resolves({ Failed: [failure("0")] });
    await assert.rejects(queue.send(["a"]), { code: "queue-refused" });
    assert.equal(sentBodies().length, 5);
  });

  it("SQS sending raises an error at once when the sender is at fault", async () => {
    sqs
      .on(SendMessageBatchCommand)
      .resolves({ Failed: [failure("0"), failure("1", true, "InvalidMessageContents")] });
    await assert.rejects(queue.send(["a", "\0"]), /InvalidMessageContents/);
    assert.equal(sentBodies().length, 1);
  });
});

describe("receiving from SQS", () => {
  const messages = (count: number) => ({
    Messages: Array.from({ length: count }, (_, i) => ({ Body: `${i}`, ReceiptHandle: `r${i}` })),
  });
  const asked = () =>
    sqs
      .commandCalls(ReceiveMessageCommand)
      .map(({ args }) => [args[0].input.MaxNumberOfMessages, args[0].input.WaitTimeSeconds]);

  it("SQS receiving waits for the first message only, and stops when no more come", async () => {
    sqs.on(ReceiveMessageCommand).resolvesOnce(messages(10)).resolves(messages(3));
    assert.equal((await queue.receive(25, 9_500)).length, 13);
    assert.deepEqual(asked(), [
      [10, 9],
      [10, 0],
    ]);
  });

  it("SQS receiving waits twenty seconds at most", async () => {
    sqs.on(ReceiveMessageCommand).resolves({});
    assert.deepEqual(await queue.receive(3, 60_000), []);
    assert.deepEqual(asked(), [[3, 20]]);
  });
});

describe("removing from SQS", () => {
  it("SQS removal goes by ten messages", async () => {
    sqs.on(DeleteMessageBatchCommand).resolves({});
    await queue.remove(Array.from({ length: 11 }, (_, i) => `${i}`));
    assert.equal(sqs.calls().length, 2);
  });

  it("SQS removal ignores deliveries that have expired, and raises an error when another is never removed", async () => {
    sqs
      .on(DeleteMessageBatchCommand)
      .resolvesOnce({ Failed: [failure("0", true, "ReceiptHandleIsInvalid")] })
      .resolves({ Failed: [failure("0")] });
    await queue.remove(["over"]);
    await assert.rejects(queue.remove(["stuck"]), { code: "queue-refused" });
  });
});
