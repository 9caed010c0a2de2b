import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { APIGatewayRequestAuthorizerEventV2, Context } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";

import { readOnlyToken } from "../../lib/project/own-stack.ts";
import { aLambdaContext } from "../support/a-lambda-context.ts";

type Handler = (
  event: APIGatewayRequestAuthorizerEventV2,
  context: Context,
) => Promise<{ isAuthorized: boolean; context?: { may: string } }>;

function aRequest(headers: Record<string, string>) {
  return {
    version: "2.0",
    type: "REQUEST",
    headers,
  } as unknown as APIGatewayRequestAuthorizerEventV2;
}

describe("authorizer", () => {
  let handler: Handler;
  // Not before this suite's turn: mocks of other suites are of the same class.
  let secrets: ReturnType<typeof mockClient>;
  const ask = async (headers: Record<string, string>) =>
    (await handler(aRequest(headers), aLambdaContext())).isAuthorized;

  before(async () => {
    secrets = mockClient(SecretsManagerClient);
    process.env["TOKEN_SECRET_ARN"] = "arn:token";
    process.env["AWS_REGION"] = "us-east-1";
    process.env["POWERTOOLS_LOG_LEVEL"] = "SILENT";
    ({ handler } = await import("../../functions/authorizer.ts"));
  });

  after(() => secrets.restore());

  it("The authorizer fails and admits nobody while the secret cannot be read", async () => {
    secrets.on(GetSecretValueCommand).rejectsOnce(new Error("denied"));
    await assert.rejects(ask({ authorization: "Bearer s3cret" }), /denied/);
  });

  it("The authorizer admits requests with the token and no others", async () => {
    secrets
      .on(GetSecretValueCommand, { SecretId: "arn:token" })
      .resolves({ SecretString: "s3cret" });
    assert.equal(await ask({ authorization: "Bearer s3cret" }), true);
    assert.equal(await ask({ Authorization: "Bearer s3cret" }), true);
    assert.equal(await ask({ authorization: "Bearer other" }), false);
    assert.equal(await ask({}), false);
  });

  it("The authorizer says what a request may do, as its answer is kept for all methods", async () => {
    const mayOf = async (token: string) =>
      (await handler(aRequest({ authorization: `Bearer ${token}` }), aLambdaContext())).context;
    assert.deepEqual(await mayOf("s3cret"), { may: "all" });
    assert.deepEqual(await mayOf(readOnlyToken("s3cret")), { may: "read" });
    assert.equal(await mayOf("other"), undefined);
  });

  it("The authorizer reads the secret once for all requests", () => {
    assert.equal(secrets.commandCalls(GetSecretValueCommand).length, 2);
  });
});
