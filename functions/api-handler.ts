import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import type {
  APIGatewayEventRequestContextV2,
  APIGatewayProxyEventV2WithRequestContext,
  APIGatewayProxyStructuredResultV2,
} from "aws-lambda";
import {
  callFunction,
  createActivity,
  readActivityState,
} from "../lib/adapters/aws/aws-scheduler.ts";
import { createDynamoLabelStore } from "../lib/adapters/aws/dynamo-label-store.ts";
import { createDynamoPageListing } from "../lib/adapters/aws/dynamo-page-listing.ts";
import { createDynamoKeyValueStore } from "../lib/adapters/aws/dynamo-table.ts";
import {
  createS3BlobStore,
  presignedPut,
  presignedUrl,
} from "../lib/adapters/aws/s3-blob-store.ts";
import { openOntologyFile } from "../lib/adapters/ontology/index/open-ontology.ts";
import { systemClock } from "../lib/adapters/system-clock.ts";
import { GIVEN_SECRETS } from "../lib/project/given-secrets.ts";
import { recrawlIfDue } from "../lib/stack/api/crawl-orders.ts";
import type { ApiPorts } from "../lib/stack/api/route.ts";
import { type ApiRequest, type ApiResponse, serveApi } from "../lib/stack/api/serve-api.ts";
import { deployedHandler } from "../lib/stack/own-code.ts";
import { handlerShell } from "./wiring/handler-shell.ts";

/** Time that a presigned URL is valid, in seconds. */
const PRESIGNED_S = 900;

const { environment, log, wrap } = handlerShell("api-handler");
const table = { client: new DynamoDBClient(), tableName: environment.TABLE_NAME };
const bucket = { client: new S3Client(), bucket: environment.BUCKET_NAME };

const events = new EventBridgeClient();
const lambda = new LambdaClient();
const sqs = new SQSClient();
const { PLAN_RULE_NAME, TRAIN_RULE_NAME, HARVEST_MAPPING_ID: harvestMappingId } = environment;

const ports: ApiPorts = {
  keyValueStore: createDynamoKeyValueStore(table),
  blobs: createS3BlobStore(bucket),
  labels: createDynamoLabelStore(table),
  project: environment.PROJECT_NAME,
  harvesterMb: environment.HARVESTER_MB,
  handler: deployedHandler(),
  // Set on an emulator alone. In Lambda, what listens there are the function's own tools.
  reachesLoopback: process.env["AWS_ENDPOINT_URL"] !== undefined,
  secrets: new Set(
    GIVEN_SECRETS.flatMap(({ name, variable }) =>
      environment[variable] === undefined ? [] : [name],
    ),
  ),
  listingOf: (crawl) => createDynamoPageListing(table, systemClock, crawl),
  activity: createActivity({
    events,
    lambda,
    clock: systemClock,
    planFunction: environment.PLAN_FUNCTION_NAME,
    rules: [PLAN_RULE_NAME, TRAIN_RULE_NAME],
    harvestMappingId,
  }),
  activityState: () =>
    readActivityState({
      events,
      lambda,
      sqs,
      harvestMappingId,
      rules: { planner: PLAN_RULE_NAME, trainer: TRAIN_RULE_NAME },
      queues: {
        batches: environment.HARVEST_QUEUE_URL,
        results: environment.RESULTS_QUEUE_URL,
        batchesDeadLetters: environment.HARVEST_DEAD_LETTERS_URL,
        resultsDeadLetters: environment.RESULTS_DEAD_LETTERS_URL,
      },
    }),
  clock: systemClock,
  presign: (key) => presignedUrl(bucket, key, PRESIGNED_S),
  presignMade: (key) => presignedUrl(bucket, key, PRESIGNED_S, "own file"),
  presignPut: (key, content) => presignedPut(bucket, key, content, PRESIGNED_S),
  openOntology: openOntologyFile,
  callPlanner: () => callFunction(lambda, environment.PLAN_FUNCTION_NAME),
  callTrainer: () => callFunction(lambda, environment.TRAIN_FUNCTION_NAME),
};

/** What let a request in: the authorizer, by what its token permits, or AWS, by the policy of a role. */
interface LetIn {
  readonly lambda?: { readonly may?: string } | undefined;
  readonly iam?: object | undefined;
}

/** A request, with what let it in. */
type Request = APIGatewayProxyEventV2WithRequestContext<
  APIGatewayEventRequestContextV2 & { readonly authorizer?: LetIn }
>;

/** What the rule sends that has the stack come back to its crawl. */
interface RecrawlEvent {
  readonly recrawl: { readonly pages?: number };
}

/** The HTTP API of a stack, behind its authorizer; and what a rule may order in the place of a user. */
export const handler = wrap(async (event: Request | RecrawlEvent) => {
  if (!("recrawl" in event)) return resultOf(await serveApi(requestOf(event), ports));
  const order = await recrawlIfDue(event.recrawl.pages, ports);
  log.info("recrawl", { crawl: order?.crawl ?? "not due" });
  return undefined;
});

function requestOf(event: Request): ApiRequest {
  const { authorizer } = event.requestContext;
  return {
    method: event.requestContext.http.method,
    mayChange: authorizer?.iam !== undefined || authorizer?.lambda?.may === "all",
    path: event.rawPath,
    query: Object.fromEntries(new URLSearchParams(event.rawQueryString)),
    body: Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8"),
  };
}

function resultOf({ status, body }: ApiResponse): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: status,
    headers: { "content-type": "application/json", "x-content-type-options": "nosniff" },
    body: JSON.stringify(body),
  };
}
