import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import {
  DisableRuleCommand,
  EnableRuleCommand,
  EventBridgeClient,
} from "@aws-sdk/client-eventbridge";
import {
  GetEventSourceMappingCommand,
  InvokeCommand,
  LambdaClient,
  ResourceInUseException,
  UpdateEventSourceMappingCommand,
} from "@aws-sdk/client-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { callFunction, createActivity } from "../../../lib/adapters/aws/aws-scheduler.ts";
import { fixedClock } from "../../support/fixed-clock.ts";

const region = "us-east-1";
const eventsClient = new EventBridgeClient({ region });
const lambdaClient = new LambdaClient({ region });
const events = mockClient(eventsClient);
const lambda = mockClient(lambdaClient);
const activity = createActivity({
  events: eventsClient,
  lambda: lambdaClient,
  clock: fixedClock(),
  planFunction: "plan",
  rules: ["plan-rule", "train-rule"],
  harvestMappingId: "mapping",
});
beforeEach(() => {
  events.reset();
  lambda.reset();
});

const inputs = (calls: readonly { readonly args: readonly [{ readonly input: object }] }[]) =>
  calls.map(({ args }) => args[0].input);
const RULES = [{ Name: "plan-rule" }, { Name: "train-rule" }];
const busy = new ResourceInUseException({ $metadata: {}, message: "", Type: "User" });

describe("a stack", () => {
  it("A stack wakes by enabling its rules and its mapping, and plans at once without anybody waiting", async () => {
    await activity.wake();
    assert.deepEqual(inputs(events.commandCalls(EnableRuleCommand)), RULES);
    assert.deepEqual(inputs(lambda.calls()), [
      { FunctionName: "plan", InvocationType: "Event" },
      { UUID: "mapping", Enabled: true },
    ]);
  });

  it("A stack goes idle by disabling its rules and its mapping, and starts nothing", async () => {
    await activity.suspend();
    assert.deepEqual(inputs(events.commandCalls(DisableRuleCommand)), RULES);
    assert.deepEqual(inputs(lambda.calls()), [{ UUID: "mapping", Enabled: false }]);
  });

  it("A stack enables its rules without starting anything, before it is told to go on", async () => {
    await activity.enableRules();
    assert.deepEqual(inputs(events.commandCalls(EnableRuleCommand)), RULES);
    assert.deepEqual(lambda.calls(), []);
  });

  it("A stack whose mapping cannot be switched on has its rules on and its planner called", async () => {
    lambda.on(UpdateEventSourceMappingCommand).rejects(busy);
    lambda.on(GetEventSourceMappingCommand).resolves({ State: "Disabling" });
    await assert.rejects(activity.wake(), ResourceInUseException);
    assert.deepEqual(inputs(events.calls()), RULES);
    assert.equal(lambda.commandCalls(InvokeCommand).length, 1);
  });

  it("A stack whose mapping cannot be switched off keeps its rules on, so that its planner tries again", async () => {
    lambda.on(UpdateEventSourceMappingCommand).rejects(busy);
    lambda.on(GetEventSourceMappingCommand).resolves({ State: "Enabling" });
    await assert.rejects(activity.suspend(), ResourceInUseException);
    assert.deepEqual(events.calls(), []);
  });

  it("A stack waits for a mapping that is being switched the other way", async () => {
    lambda.on(UpdateEventSourceMappingCommand).rejectsOnce(busy).rejectsOnce(busy).resolves({});
    lambda.on(GetEventSourceMappingCommand).resolves({ State: "Disabling" });
    await activity.wake();
    assert.equal(lambda.commandCalls(UpdateEventSourceMappingCommand).length, 3);
  });

  it("A stack does not wait for a mapping that another process switches the same way", async () => {
    lambda.on(UpdateEventSourceMappingCommand).rejects(busy);
    lambda.on(GetEventSourceMappingCommand).resolves({ State: "Enabling" });
    await activity.wake();
    assert.equal(lambda.commandCalls(UpdateEventSourceMappingCommand).length, 1);
  });

  it("A stack raises an error at once when the mapping fails for another reason than a running switch", async () => {
    lambda.on(UpdateEventSourceMappingCommand).rejects(new Error("no such mapping"));
    await assert.rejects(activity.wake(), /no such mapping/);
    assert.equal(lambda.commandCalls(UpdateEventSourceMappingCommand).length, 1);
  });

  it("A stack starts its trainer without waiting for it", async () => {
    await callFunction(lambdaClient, "train");
    assert.deepEqual(inputs(lambda.calls()), [{ FunctionName: "train", InvocationType: "Event" }]);
  });
});
