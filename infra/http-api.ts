import { Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import {
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import {
  HttpLambdaAuthorizer,
  HttpLambdaResponseType,
} from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";

/** The HTTP API of a stack: every path goes to `api-handler`, and only with the token. */
export function addHttpApi(
  stack: Stack,
  functions: { readonly serve: LambdaFunction; readonly authorize: LambdaFunction },
): HttpApi {
  const api = new HttpApi(stack, "Api", { apiName: stack.stackName, createDefaultStage: false });
  addStage(stack, api);
  api.addRoutes({
    path: "/{proxy+}",
    methods: [HttpMethod.ANY],
    integration: new HttpLambdaIntegration("ApiHandler", functions.serve),
    authorizer: new HttpLambdaAuthorizer("Authorizer", functions.authorize, {
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      identitySource: ["$request.header.Authorization"],
      resultsCacheTtl: Duration.minutes(5),
    }),
  });
  return api;
}

function addStage(stack: Stack, api: HttpApi): HttpStage {
  const accesses = new LogGroup(stack, "ApiAccessLog", {
    // Under this prefix log groups share one resource policy, of which an account has a short one only.
    logGroupName: `/aws/vendedlogs/dowser/${stack.stackName}`,
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  return new HttpStage(stack, "ApiStage", {
    httpApi: api,
    autoDeploy: true,
    accessLogSettings: { destination: new LogGroupLogDestination(accesses) },
    // One user's requests: what goes beyond costs money and is nobody's wish.
    throttle: { rateLimit: 20, burstLimit: 40 },
  });
}
