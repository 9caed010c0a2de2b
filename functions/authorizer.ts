import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type {
  APIGatewayRequestAuthorizerEventV2,
  APIGatewaySimpleAuthorizerResult,
} from "aws-lambda";

import { bearsToken, cachedToken } from "./wiring/bearer-token.ts";
import { handlerShell } from "./wiring/handler-shell.ts";

const shell = handlerShell("authorizer");
const secrets = new SecretsManagerClient();
const readToken = cachedToken(readSecret, Date.now);

/** Authorizer of the HTTP API: admits requests with the stack's token. */
export const handler = shell.wrap(
  async (event: APIGatewayRequestAuthorizerEventV2): Promise<APIGatewaySimpleAuthorizerResult> => ({
    isAuthorized: bearsToken(headerOf(event), await readToken()),
  }),
);

function headerOf({ headers = {} }: APIGatewayRequestAuthorizerEventV2): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "authorization")?.[1];
}

async function readSecret(): Promise<string> {
  const command = new GetSecretValueCommand({ SecretId: shell.environment.TOKEN_SECRET_ARN });
  const { SecretString: token } = await secrets.send(command);
  return token ?? "";
}
