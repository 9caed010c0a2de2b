import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { DisableRuleCommand, EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { LambdaClient, UpdateEventSourceMappingCommand } from "@aws-sdk/client-lambda";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { Context } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { aLambdaContext } from "../support/a-lambda-context.ts";
import { fakeStackStores } from "../support/fake-stack-stores.ts";
import { setFunctionEnvironment } from "../support/function-environment.ts";

describe("planner", () => {
  let handler: (event: unknown, context: Context) => Promise<unknown>;
  let stores: ReturnType<typeof fakeStackStores>;
  let clients: ReturnType<typeof mockClient>[];
  let [events, lambda, sqs] = [] as ReturnType<typeof mockClient>[];

  before(async () => {
    setFunctionEnvironment({
      HARVEST_QUEUE_URL: "https://sqs.example/harvest",
      RESULTS_QUEUE_URL: "https://sqs.example/results",
      TRAIN_FUNCTION_NAME: "train",
      MOST_IN_FLIGHT: "4096",
      HARVESTER_MB: "384",
      PLAN_RULE_NAME: "plan-rule",
      TRAIN_RULE_NAME: "train-rule",
      HARVEST_MAPPING_ID: "mapping",
    });
    stores = fakeStackStores();
    clients = [mockClient(EventBridgeClient), mockClient(LambdaClient), mockClient(SQSClient)];
    [events, lambda, sqs] = clients;
    ({ handler } = await import("../../functions/planner.ts"));
  });

  after(() => {
    for (const client of clients) client.restore();
    stores.restore();
  });

  it("The planner switches the stack off and calls nothing else when no crawl is ordered", async () => {
    await handler({}, aLambdaContext());
    assert.deepEqual(
      events?.commandCalls(DisableRuleCommand).map(({ args }) => args[0].input),
      [{ Name: "plan-rule" }, { Name: "train-rule" }],
    );
    assert.deepEqual(
      lambda?.commandCalls(UpdateEventSourceMappingCommand).map(({ args }) => args[0].input),
      [{ UUID: "mapping", Enabled: false }],
    );
    assert.deepEqual(sqs?.calls(), []);
    assert.equal(stores.items.size + stores.blobs.objects.size, 0);
  });

  it("The planner fails when it cannot switch the stack off, so that the next minute retries", async () => {
    events?.on(DisableRuleCommand).rejects(new Error("throttled"));
    await assert.rejects(handler({}, aLambdaContext()), /throttled/);
  });
});
