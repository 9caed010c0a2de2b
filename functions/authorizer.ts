import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type {
  APIGatewayRequestAuthorizerEventV2,
  APIGatewaySimpleAuthorizerResult,
  APIGatewaySimpleAuthorizerWithContextResult,
} from "aws-lambda";

import { cachedToken, type Right, rightOf } from "./wiring/bearer-token.ts";
import { handlerShell } from "./wiring/handler-shell.ts";

const shell = handlerShell("authorizer");
const secrets = new SecretsManagerClient();
const readToken = cachedToken(readSecret, Date.now);

/** The answer. API Gateway caches it by the header, for all methods: so what it permits goes on with the request. */
type Answer =
  | APIGatewaySimpleAuthorizerResult
  | APIGatewaySimpleAuthorizerWithContextResult<{ readonly may: Right }>;

/** Authorizer of the HTTP API: admits requests with the stack's token, and those with its token for reading. */
export const handler = shell.wrap(
  async (event: APIGatewayRequestAuthorizerEventV2): Promise<Answer> => {
    const may = rightOf(headerOf(event), await readToken());
    return may === undefined ? { isAuthorized: false } : { isAuthorized: true, context: { may } };
  },
);

function headerOf({ headers = {} }: APIGatewayRequestAuthorizerEventV2): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "authorization")?.[1];
}

async function readSecret(): Promise<string> {
  const command = new GetSecretValueCommand({ SecretId: shell.environment.TOKEN_SECRET_ARN });
  const { SecretString: token } = await secrets.send(command);
  return token ?? "";
}
