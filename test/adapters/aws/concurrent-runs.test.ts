import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { mostConcurrentRuns } from "../../../lib/adapters/aws/check-account.ts";
import { refusedBy } from "../../support/fake-aws.ts";

describe("the functions that an account may run at one time", () => {
  it("`mostConcurrentRuns` leaves out those that are reserved for other functions", async () => {
    const client = new LambdaClient({ region: "us-east-1" });
    const lambda = mockClient(client);
    const AccountLimit = { ConcurrentExecutions: 1_000, UnreservedConcurrentExecutions: 900 };
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit });
    assert.equal(await mostConcurrentRuns(client), 900);
  });

  it("`mostConcurrentRuns` says what AWS refuses", async () => {
    const client = new LambdaClient({ region: "us-east-1" });
    const refusal = refusedBy("AccessDeniedException", "not authorized");
    mockClient(client).on(GetAccountSettingsCommand).rejects(refusal);
    await assert.rejects(mostConcurrentRuns(client), {
      code: "aws-refused",
      value: /not authorized/,
    });
  });
});
