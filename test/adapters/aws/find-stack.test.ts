import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { GetSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { findStack, readToken } from "../../../lib/adapters/aws/find-stack.ts";
import { stackName } from "../../../lib/run/stack/stack-client.ts";
import { fakeAws, refusedBy, STACK_OUTPUTS } from "../../support/fake-aws.ts";

const name = stackName("bees");

describe("finding a stack", () => {
  it("`findStack` reads the address and the token of the API", async (test) => {
    const { clients, cloudFormation } = fakeAws(test);
    const stack = await findStack(name, clients);
    assert.equal(stack.name, "Dowser-bees");
    assert.equal(stack.endpoint, STACK_OUTPUTS.Endpoint);
    assert.deepEqual([stack.bucket, stack.table], ["a-bucket", "a-table"]);
    assert.equal(await readToken(stack, clients), "a-token");
    const [call] = cloudFormation.commandCalls(DescribeStacksCommand);
    assert.equal(call?.args[0].input.StackName, "Dowser-bees");
  });

  it("`findStack` reports an error when a stack does not exist or is not Dowser's", async (test) => {
    const { clients, cloudFormation } = fakeAws(test);
    cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [] });
    await assert.rejects(findStack(name, clients), { code: "no-stack" });
    cloudFormation
      .on(DescribeStacksCommand)
      .rejects(refusedBy("ValidationError", "Stack with id Dowser-bees does not exist"));
    await assert.rejects(findStack(name, clients), { code: "no-stack", reaction: "fix-config" });
  });

  it("`findStack` finds the crawl in a stack of others, and asks which one if there are several", async (test) => {
    const { clients, cloudFormation } = fakeAws(test);
    const outputsOf = (prefix: string) =>
      Object.entries(STACK_OUTPUTS).map(([key, value]) => ({
        OutputKey: `${prefix}${key}`,
        OutputValue: `${prefix} ${value}`,
      }));
    const stack = {
      StackId: "arn:stack",
      StackName: "Team",
      CreationTime: new Date(0),
      StackStatus: "CREATE_COMPLETE" as const,
    };
    const other = { OutputKey: "ApiEndpoint", OutputValue: "of something else" };
    const deploy = (...prefixes: readonly string[]) =>
      cloudFormation
        .on(DescribeStacksCommand)
        .resolves({ Stacks: [{ ...stack, Outputs: [other, ...prefixes.flatMap(outputsOf)] }] });
    deploy("Crawl");
    const { bucket, secrets } = await findStack("Team", clients);
    assert.deepEqual([bucket, secrets.get("Sessions")], ["Crawl a-bucket", "Crawl arn:sessions"]);
    deploy("Bees", "Ferns");
    await assert.rejects(findStack("Team", clients), {
      code: "no-stack",
      hint: /Team\/Bees, Team\/Ferns/,
    });
    const { name, table } = await findStack("Team/Ferns", clients);
    assert.deepEqual([name, table], ["Team/Ferns", "Ferns a-table"]);
    const [call] = cloudFormation.commandCalls(DescribeStacksCommand).slice(-1);
    assert.equal(call?.args[0].input.StackName, "Team");
    await assert.rejects(findStack("Team/Moss", clients), { code: "no-stack" });
  });

  it("`findStack` passes on the error message of AWS", async (test) => {
    const { clients, cloudFormation, secretsManager } = fakeAws(test);
    const denied = refusedBy("AccessDenied", "not you");
    cloudFormation.on(DescribeStacksCommand).rejects(denied);
    secretsManager.on(GetSecretValueCommand).rejects(denied);
    const error = { code: "aws-refused", reaction: "retry", message: /AccessDenied: not you/ };
    await assert.rejects(findStack(name, clients), error);
    await assert.rejects(readToken({ secret: "s" }, clients), error);
  });
});
