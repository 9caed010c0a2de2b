import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import {
  HttpIamAuthorizer,
  HttpLambdaAuthorizer,
  HttpLambdaResponseType,
} from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Project } from "../lib/project/project-schema.ts";
import { crawlName } from "./crawl-name.ts";

/** What the log says of each request; queries, which may name pages, are not in it. */
const ACCESS = {
  at: "$context.requestTime",
  requestId: "$context.requestId",
  ip: "$context.identity.sourceIp",
  method: "$context.httpMethod",
  path: "$context.path",
  route: "$context.routeKey",
  status: "$context.status",
  bytes: "$context.responseLength",
  ms: "$context.responseLatency",
  error: "$context.error.message",
  authorizerError: "$context.authorizer.error",
  integrationError: "$context.integrationErrorMessage",
};

/** Adds the HTTP API of a stack: every path leads to `api-handler` and requires the token, or a signature of AWS. */
export function addHttpApi(
  scope: Construct,
  functions: { readonly serve: LambdaFunction; readonly authorize: LambdaFunction },
  auth: Project["stack"]["auth"],
): HttpApi {
  const api = new HttpApi(scope, "Api", { apiName: crawlName(scope), createDefaultStage: false });
  addStage(scope, api);
  api.addRoutes({
    path: "/{proxy+}",
    methods: [HttpMethod.ANY],
    integration: new HttpLambdaIntegration("ApiHandler", functions.serve),
    // What a role may do is its own policy's matter: which methods, and which paths.
    authorizer: auth === "iam" ? new HttpIamAuthorizer() : tokenAuthorizer(functions.authorize),
  });
  return api;
}

function tokenAuthorizer(authorize: LambdaFunction): HttpLambdaAuthorizer {
  return new HttpLambdaAuthorizer("Authorizer", authorize, {
    responseTypes: [HttpLambdaResponseType.SIMPLE],
    identitySource: ["$request.header.Authorization"],
    // With the four minutes for which the function keeps a token, one that was replaced lives five.
    resultsCacheTtl: Duration.minutes(1),
  });
}

function addStage(scope: Construct, api: HttpApi): HttpStage {
  const accesses = new LogGroup(scope, "ApiAccessLog", {
    // Log groups under this prefix share one resource policy, whose size is limited per account.
    logGroupName: `/aws/vendedlogs/dowser/${crawlName(scope)}`,
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  return new HttpStage(scope, "ApiStage", {
    httpApi: api,
    autoDeploy: true,
    accessLogSettings: {
      destination: new LogGroupLogDestination(accesses),
      format: AccessLogFormat.custom(JSON.stringify(ACCESS)),
    },
    // Requests of one user: more would cost money without a purpose.
    throttle: { rateLimit: 20, burstLimit: 40 },
  });
}
