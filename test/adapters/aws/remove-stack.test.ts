import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  DeleteStackCommand,
  DescribeStacksCommand,
  ListStackResourcesCommand,
} from "@aws-sdk/client-cloudformation";
import { DeleteObjectsCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import {
  deleteStack,
  emptyBucket,
  liftProtection,
  removableStack,
} from "../../../lib/adapters/aws/remove-stack.ts";
import { fakeAws, refusedBy } from "../../support/fake-aws.ts";

const bucket = { bucket: "a-bucket" };

describe("emptying a stack's bucket", () => {
  it("`emptyBucket` removes every object, page by page", async (test) => {
    const { clients, s3 } = fakeAws(test);
    assert.equal(await emptyBucket(bucket, clients), 3);
    const keys = s3
      .commandCalls(DeleteObjectsCommand)
      .map(({ args }) => args[0].input.Delete?.Objects?.map(({ Key }) => Key));
    assert.deepEqual(keys, [["a", "b"], ["c"]]);
    assert.equal(await emptyBucket(bucket, clients), 0);
  });

  it("`emptyBucket` reports an error when an object remains", async (test) => {
    const { clients, s3 } = fakeAws(test);
    s3.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: "b", Message: "locked" }] });
    await assert.rejects(emptyBucket(bucket, clients), {
      code: "aws-refused",
      message: /b: locked/,
    });
    s3.on(ListObjectsV2Command).rejects(refusedBy("AccessDenied", "not you"));
    await assert.rejects(emptyBucket(bucket, clients), { code: "aws-refused" });
  });
});

describe("deleting a stack", () => {
  const left = { LogicalResourceId: "L", LastUpdatedTimestamp: new Date(0) };

  it("`deleteStack` waits until the stack is deleted, and lists what remains", async (test) => {
    const { clients, cloudFormation } = fakeAws(test);
    const stack = await removableStack("Dowser-bees", clients);
    await liftProtection(stack, clients);
    cloudFormation.on(ListStackResourcesCommand).resolves({
      StackResourceSummaries: [
        { ...left, ResourceType: "AWS::SQS::Queue", ResourceStatus: "DELETE_COMPLETE" },
        {
          ...left,
          ResourceType: "AWS::DynamoDB::Table",
          PhysicalResourceId: "a-table",
          ResourceStatus: "DELETE_SKIPPED",
        },
      ],
    });
    const found = await deleteStack(stack, clients);
    assert.deepEqual(found, [{ type: "AWS::DynamoDB::Table", id: "a-table" }]);
    const [call] = cloudFormation.commandCalls(ListStackResourcesCommand);
    assert.equal(call?.args[0].input.StackName, "arn:stack", "its name is no longer known");
    assert.equal(cloudFormation.commandCalls(DeleteStackCommand).length, 1);
  });

  it("`deleteStack` treats a stack that AWS no longer knows as deleted without a remainder", async (test) => {
    const { clients, cloudFormation } = fakeAws(test);
    const stack = await removableStack("Dowser-bees", clients);
    await liftProtection(stack, clients);
    cloudFormation
      .on(ListStackResourcesCommand)
      .rejects(refusedBy("ValidationError", "Stack with id arn:stack does not exist"));
    assert.deepEqual(await deleteStack(stack, clients), []);
  });

  it("`deleteStack` reports what prevents the deletion of a stack", async (test) => {
    const { clients, cloudFormation } = fakeAws(test);
    const stack = await removableStack("Dowser-bees", clients);
    await liftProtection(stack, clients);
    const failed = { StackName: "Dowser-bees", CreationTime: new Date(0) };
    cloudFormation.on(DeleteStackCommand).resolves({});
    cloudFormation
      .on(DescribeStacksCommand)
      .resolves({ Stacks: [{ ...failed, StackStatus: "DELETE_FAILED" }] });
    cloudFormation.on(ListStackResourcesCommand).resolves({
      StackResourceSummaries: [
        { ...left, ResourceType: "AWS::S3::Bucket", ResourceStatus: "DELETE_FAILED" },
      ],
    });
    const error = { code: "stack-not-deleted", message: /left are AWS::S3::Bucket L/ };
    await assert.rejects(deleteStack(stack, clients), error);
    cloudFormation.on(DeleteStackCommand).rejects(refusedBy("AccessDenied", "not you"));
    await assert.rejects(deleteStack(stack, clients), { code: "aws-refused" });
  });
});
