import { describe } from "node:test";
import { createSqsQueue } from "../../lib/adapters/aws/sqs-queue.ts";
import { describeQueue } from "../contract/queue.ts";
import { aQueue, skip } from "./support/ministack.ts";

describe("on MiniStack", { skip }, () => {
  describeQueue({
    name: "SQS",
    create: async (redelivers) => createSqsQueue(await aQueue(redelivers === "soon" ? 1 : 3_600)),
    redeliveryMs: 3_000,
  });
});
