import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { mockClient } from "aws-sdk-client-mock";
import { checkAccount } from "../../../lib/adapters/aws/check-account.ts";
import { refusedBy } from "../../support/fake-aws.ts";

/** An account whose stack of cdk's bootstrap has this id, or that answers by this error. */
function anAccount(test: TestContext, answer: string | Error) {
  const cloudFormation = new CloudFormationClient({ region: "eu-central-1" });
  const mock = mockClient(cloudFormation);
  test.after(() => mock.restore());
  const asked = mock.on(DescribeStacksCommand, { StackName: "CDKToolkit" });
  if (typeof answer !== "string") asked.rejects(answer);
  else {
    const stack = { StackName: "CDKToolkit", StackId: answer, CreationTime: new Date(0) };
    asked.resolves({ Stacks: [{ ...stack, StackStatus: "CREATE_COMPLETE" }] });
  }
  return { cloudFormation };
}

const HINTS = {
  "no-aws-credentials": /AWS_PROFILE/,
  "no-aws-region": /AWS_REGION/,
  "aws-right-missing": /docs\/deployer-policy\.json/,
  "not-bootstrapped": /cdk bootstrap aws:\/\/ACCOUNT\/REGION/,
  "aws-refused": /run the same command again/,
} as const;

describe("the check of an account", () => {
  it("The check of an account returns account and region of cdk's bootstrap", async (test) => {
    const id = "arn:aws:cloudformation:eu-central-1:123456789012:stack/CDKToolkit/7";
    const checked = await checkAccount(anAccount(test, id));
    assert.deepEqual(checked, { account: "123456789012", region: "eu-central-1" });
  });

  const cases = [
    [
      "CredentialsProviderError",
      "Could not load credentials from any providers",
      "no-aws-credentials",
    ],
    ["ExpiredToken", "The security token included in the request is expired", "no-aws-credentials"],
    ["InvalidClientTokenId", "The security token is invalid", "no-aws-credentials"],
    ["Error", "Region is missing", "no-aws-region"],
    [
      "AccessDenied",
      "User: x is not authorized to perform: cloudformation:DescribeStacks",
      "aws-right-missing",
    ],
    ["ValidationError", "Stack with id CDKToolkit does not exist", "not-bootstrapped"],
    ["TimeoutError", "connect ETIMEDOUT", "aws-refused"],
  ] as const;
  for (const [name, message, code] of cases) {
    it(`The check of an account calls ${name} (${message}) ${code}`, async (test) => {
      await assert.rejects(checkAccount(anAccount(test, refusedBy(name, message))), {
        code,
        hint: HINTS[code],
      });
    });
  }
});
