import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { synthStack } from "../support/synth-stack.ts";

const fungi = await synthStack();

describe("what a stack protects, and what it tells its operator", () => {
  it("A click does not delete what a stack has found, and nothing else outlives it", () => {
    assert.equal(fungi.isProtected, true);
    assert.equal(fungi.only("AWS::DynamoDB::Table", "Table")["DeletionProtectionEnabled"], true);
    // A deployment that fails removes the bucket that it has made.
    assert.deepEqual(fungi.removalPolicies("AWS::S3::Bucket"), ["RetainExceptOnCreate"]);
    for (const type of ["AWS::DynamoDB::Table", "AWS::SecretsManager::Secret", "AWS::SQS::Queue"]) {
      for (const policy of fungi.removalPolicies(type))
        assert.equal(policy ?? "Delete", "Delete", type);
    }
    assert.deepEqual(fungi.removalPolicies("AWS::Logs::LogGroup").includes("Retain"), false);
  });

  it("What holds the state of a running stack has the ids that it always had, so that a deployment replaces none of it", () => {
    const types = ["S3::Bucket", "DynamoDB::Table", "SecretsManager::Secret", "SQS::Queue"];
    const ids = types.flatMap((type) => fungi.ids(`AWS::${type}`));
    assert.deepEqual(ids, [
      "Bucket83908E77",
      "TableCD117FA1",
      "TokenCB33349F",
      "HarvestQueueDeadLetters4A4EB457",
      "HarvestQueue9519475B",
      "ResultsQueueDeadLetters626BAD6E",
      "ResultsQueue7CAAE423",
    ]);
    assert.deepEqual(fungi.ids("AWS::Lambda::EventSourceMapping"), ["HarvestMappingE3EE81AB"]);
  });

  it("The log of accesses says what was asked, and why it was refused, and no query", () => {
    const stage = fungi.all("AWS::ApiGatewayV2::Stage")[0] ?? {};
    const { Format } = stage["AccessLogSettings"] as { readonly Format: string };
    const line: Readonly<Record<string, string>> = JSON.parse(Format);
    assert.equal(line["path"], "$context.path");
    assert.equal(line["route"], "$context.routeKey");
    assert.equal(line["authorizerError"], "$context.authorizer.error");
    assert.doesNotMatch(Format, /query|Authorization/i);
  });

  it("Events of stack functions are dropped after a minute, and never tried again", () => {
    const configurations = fungi.all("AWS::Lambda::EventInvokeConfig");
    assert.equal(configurations.length, fungi.ids("AWS::Lambda::Function").length);
    for (const { MaximumEventAgeInSeconds, MaximumRetryAttempts } of configurations)
      assert.deepEqual([MaximumEventAgeInSeconds, MaximumRetryAttempts], [60, 0]);
  });
});
