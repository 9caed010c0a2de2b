import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { DescribeRuleCommand, EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { GetEventSourceMappingCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { readActivityState } from "../../../lib/adapters/aws/aws-scheduler.ts";

const region = "us-east-1";
const clients = {
  events: new EventBridgeClient({ region }),
  lambda: new LambdaClient({ region }),
  sqs: new SQSClient({ region }),
};
const events = mockClient(clients.events);
const lambda = mockClient(clients.lambda);
const sqs = mockClient(clients.sqs);
beforeEach(() => {
  for (const client of [events, lambda, sqs]) client.reset();
});

const read = () =>
  readActivityState({
    ...clients,
    rules: { planner: "plan-rule", trainer: "train-rule" },
    harvestMappingId: "mapping",
    queues: {
      batches: "batches",
      results: "results",
      batchesDeadLetters: "dead-batches",
      resultsDeadLetters: "dead-results",
    },
  });

describe("the activity of a stack", () => {
  it("The activity of a stack has the state of each rule and the depth of each queue", async () => {
    events.on(DescribeRuleCommand).resolves({ State: "DISABLED" });
    events.on(DescribeRuleCommand, { Name: "train-rule" }).resolves({ State: "ENABLED" });
    lambda.on(GetEventSourceMappingCommand, { UUID: "mapping" }).resolves({ State: "Enabled" });
    sqs.on(GetQueueAttributesCommand).resolves({ Attributes: {} });
    sqs.on(GetQueueAttributesCommand, { QueueUrl: "dead-batches" }).resolves({
      Attributes: {
        ApproximateNumberOfMessages: "3",
        ApproximateNumberOfMessagesNotVisible: "1",
      },
    });
    const nothing = { waiting: 0, inFlight: 0 };
    assert.deepEqual(await read(), {
      rules: { planner: false, trainer: true },
      deliversBatches: true,
      queues: {
        batches: nothing,
        results: nothing,
        batchesDeadLetters: { waiting: 3, inFlight: 1 },
        resultsDeadLetters: nothing,
      },
    });
  });

  it("The activity of a stack includes deliveries while their mapping is enabled or about to be", async () => {
    events.on(DescribeRuleCommand).resolves({ State: "ENABLED" });
    sqs.on(GetQueueAttributesCommand).resolves({});
    for (const [State, delivers] of [
      ["Enabling", true],
      ["Updating", true],
      ["Disabling", false],
      ["Disabled", false],
    ] as const) {
      lambda.on(GetEventSourceMappingCommand).resolves({ State });
      assert.equal((await read()).deliversBatches, delivers, State);
    }
  });
});
