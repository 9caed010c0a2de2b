import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import {
  DeleteStackCommand,
  DescribeStacksCommand,
  ListStackResourcesCommand,
} from "@aws-sdk/client-cloudformation";
import { DescribeTableCommand, UpdateTableCommand } from "@aws-sdk/client-dynamodb";
import { DeleteBucketCommand, DeleteObjectsCommand } from "@aws-sdk/client-s3";
import { stackDestroyText } from "../../../lib/cli/stack/stack-destroy.ts";
import { serveApi } from "../../../lib/stack/api/serve-api.ts";
import { bundleText, packBundle } from "../../../lib/stack/bundle.ts";
import { aBundle } from "../../support/a-bundle.ts";
import { aStack, serveStack } from "../../support/a-stack.ts";
import { fakeAws, refusedBy } from "../../support/fake-aws.ts";
import { fixedClock } from "../../support/fixed-clock.ts";
import { runCli } from "../../support/run-cli.ts";

const choice = { project: undefined, stackName: "Dowser-bees" };

/** A deployed stack whose crawl was started; `looks` is called each time that the command waits. */
async function deployed(test: TestContext, looks: (stack: ReturnType<typeof aStack>) => unknown) {
  const stack = aStack();
  const body = packBundle(bundleText(aBundle()));
  await serveApi({ method: "PUT", path: "/crawl", query: {}, body }, stack.ports);
  const aws = fakeAws(test, { Endpoint: await serveStack(test, stack.ports) });
  const clock = fixedClock();
  const waiting = {
    now: clock.now,
    waitUntil: async (time: number) => {
      await looks(stack);
      await clock.waitUntil(time);
    },
  };
  return { ...stack, ...aws, clock, tools: { open: () => aws.clients, clock: waiting } };
}

describe("dowser destroy", () => {
  it("`dowser destroy` ends the crawl, empties the bucket and deletes the stack", async (test) => {
    const removed: number[] = [];
    const { tools, order, s3, dynamo, cloudFormation } = await deployed(
      test,
      async ({ report }) => {
        removed.push(s3.commandCalls(DeleteObjectsCommand).length);
        await report(removed.length < 3 ? {} : { state: "finished", end: "stopped" });
      },
    );
    const text = await stackDestroyText(choice, tools);
    assert.equal(text, "Dowser-bees is gone, nothing is left");
    assert.equal((await order())?.requested, "stop");
    assert.deepEqual(removed, [0, 0, 0], "nothing is removed before the crawl has ended");
    assert.equal(s3.commandCalls(DeleteObjectsCommand).length, 2);
    assert.equal(cloudFormation.commandCalls(DeleteStackCommand).length, 1);
    const [lifted] = dynamo.commandCalls(UpdateTableCommand);
    const input = { TableName: "a-table", DeletionProtectionEnabled: false };
    assert.deepEqual(lifted?.args[0].input, input);
    const [bucket] = s3.commandCalls(DeleteBucketCommand);
    assert.deepEqual(bucket?.args[0].input, { Bucket: "a-bucket" });
  });

  it("`dowser destroy` removes no stack that others have made, whatever crawl is in it", async (test) => {
    const { clients, s3, cloudFormation } = fakeAws(test);
    const team = { StackId: "arn:team", StackName: "Team", CreationTime: new Date(0) };
    cloudFormation
      .on(DescribeStacksCommand)
      .resolves({ Stacks: [{ ...team, StackStatus: "CREATE_COMPLETE" }] });
    const tools = { open: () => clients, clock: fixedClock() };
    await assert.rejects(stackDestroyText(choice, tools), { code: "stack-of-others" });
    assert.equal(s3.commandCalls(DeleteObjectsCommand).length, 0);
    assert.equal(cloudFormation.commandCalls(DeleteStackCommand).length, 0);
  });

  it("`dowser destroy` removes a stack whose table has no protection, and whose bucket goes by itself", async (test) => {
    const { clients, s3, dynamo } = fakeAws(test, { Endpoint: "http://127.0.0.1:2/" });
    dynamo.on(DescribeTableCommand).resolves({ Table: {} });
    s3.on(DeleteBucketCommand).rejects(refusedBy("NoSuchBucket", "gone"));
    const text = await stackDestroyText(choice, { open: () => clients, clock: fixedClock() });
    assert.equal(text, "Dowser-bees is gone, nothing is left");
    assert.equal(dynamo.commandCalls(UpdateTableCommand).length, 0);
  });

  it("`dowser destroy` removes what there is of a stack that could not be made to the end", async (test) => {
    const none = { Endpoint: undefined, BucketName: undefined, TableName: undefined };
    const { clients, cloudFormation } = fakeAws(test, none);
    cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: [] });
    const text = await stackDestroyText(choice, { open: () => clients, clock: fixedClock() });
    assert.equal(text, "Dowser-bees is gone, nothing is left");
    assert.equal(cloudFormation.commandCalls(DeleteStackCommand).length, 1);
  });

  it("`dowser destroy` lists what remains", async (test) => {
    const { tools, cloudFormation } = await deployed(test, ({ report }) =>
      report({ state: "finished", end: "stopped" }),
    );
    cloudFormation.on(ListStackResourcesCommand).resolves({
      StackResourceSummaries: [
        {
          LogicalResourceId: "T",
          PhysicalResourceId: "a-table",
          ResourceType: "AWS::DynamoDB::Table",
          ResourceStatus: "DELETE_SKIPPED",
          LastUpdatedTimestamp: new Date(0),
        },
      ],
    });
    const text = await stackDestroyText(choice, tools);
    assert.equal(text, "Dowser-bees is gone\nleft: AWS::DynamoDB::Table a-table");
  });

  it("`dowser destroy` cuts off a crawl that does not end within a quarter of an hour", async (test) => {
    const { tools, clock, cloudFormation } = await deployed(test, () => {});
    const from = clock.now();
    await stackDestroyText(choice, tools);
    assert.ok(clock.now() - from >= 15 * 60_000);
    assert.equal(cloudFormation.commandCalls(DeleteStackCommand).length, 1);
  });

  it("`dowser destroy` removes a stack without a crawl, and one whose API does not answer", async (test) => {
    const clock = fixedClock();
    const idle = fakeAws(test, { Endpoint: await serveStack(test, aStack().ports) });
    await stackDestroyText(choice, { open: () => idle.clients, clock });
    const silent = fakeAws(test, { Endpoint: "http://127.0.0.1:2/" });
    await stackDestroyText(choice, { open: () => silent.clients, clock });
    for (const { cloudFormation } of [idle, silent]) {
      assert.equal(cloudFormation.commandCalls(DeleteStackCommand).length, 1);
    }
  });

  it("`dowser destroy` does nothing without a confirmation", async () => {
    const { code, stdout, stderr } = await runCli(["destroy", "--stack-name", "Dowser-bees"]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /\[not-confirmed\]/);
  });
});
