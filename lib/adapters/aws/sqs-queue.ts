import {
  type BatchResultErrorEntry,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";

import { fail } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Queue, ReceivedMessage } from "../../ports/queue.ts";
import { chunked, chunkedBy } from "./chunked.ts";

/** Entries in one request to SQS. */
const ENTRIES = 10;

/** Most bytes of all bodies in one request. */
const BATCH_BYTES = 1_048_576;

/** Longest wait of one request for messages, in seconds. */
const MAX_WAIT_SECONDS = 20;

/** Times that entries of a batch are sent; then what SQS still refuses is thrown. */
const MAX_ROUNDS = 5;

/** Wait before refused entries are sent again, in ms; doubled each time. */
const FIRST_RETRY_MS = 100;

/** Errors that SQS returns for a receipt whose delivery is over. */
const OVER = new Set(["ReceiptHandleIsInvalid", "InvalidParameterValue"]);

/** The queue, and how to wait. */
export interface SqsQueueSettings {
  readonly client: SQSClient;
  readonly queueUrl: string;
  readonly clock: Pick<Clock, "now" | "waitUntil">;
}

/**
 * Creates a queue over a standard SQS queue, whose own setting limits how long a delivery lasts.
 */
export function createSqsQueue(settings: SqsQueueSettings): Queue {
  const { client, queueUrl: QueueUrl } = settings;
  return {
    async send(bodies) {
      for (const some of chunkedBy(bodies, ENTRIES, BATCH_BYTES, (body) =>
        Buffer.byteLength(body),
      )) {
        await everyEntry(settings, some, async (left) => {
          const Entries = left.map(({ Id, item }) => ({ Id, MessageBody: item }));
          return client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
        });
      }
    },
    receive: (most, waitMs) => receiveMessages(settings, most, waitMs),
    async remove(receipts) {
      for (const some of chunked(receipts, ENTRIES)) {
        await everyEntry(settings, some, async (left) => {
          const Entries = left.map(({ Id, item }) => ({ Id, ReceiptHandle: item }));
          const answer = await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
          return { Failed: answer.Failed?.filter(({ Code = "" }) => !OVER.has(Code)) };
        });
      }
    },
  };
}

async function receiveMessages(
  { client, queueUrl }: SqsQueueSettings,
  most: number,
  waitMs: number,
): Promise<readonly ReceivedMessage[]> {
  const received: ReceivedMessage[] = [];
  while (received.length < most) {
    const wanted = Math.min(ENTRIES, most - received.length);
    // Only the first request waits: once a message has arrived there is work to do.
    const seconds =
      received.length > 0 ? 0 : Math.min(MAX_WAIT_SECONDS, Math.floor(waitMs / 1_000));
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: wanted,
        WaitTimeSeconds: seconds,
      }),
    );
    for (const { Body = "", ReceiptHandle = "" } of Messages) {
      received.push({ body: Body, receipt: ReceiptHandle });
    }
    if (Messages.length < wanted) break;
  }
  return received;
}

interface Entry {
  readonly Id: string;
  readonly item: string;
}

/** Makes a request for all items, and repeats it for those that failed temporarily. */
async function everyEntry(
  { clock, queueUrl }: SqsQueueSettings,
  items: readonly string[],
  request: (
    entries: readonly Entry[],
  ) => Promise<{ readonly Failed?: BatchResultErrorEntry[] | undefined }>,
): Promise<void> {
  let left: readonly Entry[] = items.map((item, index) => ({ Id: String(index), item }));
  for (let round = 1; ; round++) {
    const { Failed = [] } = await request(left);
    if (Failed.length === 0) return;
    const refusal = Failed.find(({ SenderFault = false }) => SenderFault);
    if (refusal !== undefined || round === MAX_ROUNDS) {
      const { Code, Message = "" } = refusal ?? Failed[0] ?? {};
      const words = { count: Failed.length, code: String(Code), message: Message };
      throw fail("queue-refused", { ...words, value: queueUrl });
    }
    const failed = new Set(Failed.map(({ Id }) => Id));
    left = left.filter(({ Id }) => failed.has(Id));
    await clock.waitUntil(clock.now() + FIRST_RETRY_MS * 2 ** (round - 1));
  }
}
