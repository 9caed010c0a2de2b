import { CfnOutput, Duration, Tags } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { EventSourceMapping, type Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";

import { bundleModule } from "../lib/project/bundle-module.ts";
import { GIVEN_SECRETS } from "../lib/project/given-secrets.ts";
import { projectHash } from "../lib/project/own-stack.ts";
import type { Project } from "../lib/project/project-schema.ts";
import { harvesterSeconds, type StackLimits, stackLimits } from "../lib/project/stack-limits.ts";
import { addAlarmTopic } from "./alarm-topic.ts";
import { addAlarms } from "./alarms.ts";
import { outputPrefix } from "./crawl-name.ts";
import { addDashboard } from "./dashboard.ts";
import type { OwnFiles } from "./function-code.ts";
import { addFunction, type Known } from "./functions.ts";
import { addHttpApi } from "./http-api.ts";
import { addHarvestQueue, addResultsQueue, type QueueWithDeadLetters } from "./queues.ts";
import { addRecordTable } from "./record-table.ts";
import { addReturnRule, addRule, ruleArn, ruleName } from "./rules.ts";
import {
  acknowledgeAnyTrace,
  acknowledgeKeyPatterns,
  addBucket,
  addGivenSecret,
  addTable,
  addToken,
} from "./storage.ts";

/** What a crawl in a stack is made for. */
export interface DowserCrawlProps {
  /** The project, as `loadProject` of the package reads it. */
  readonly project: Project;
  /** Harvesters at one time where the project names none; 5 if absent. */
  readonly workers?: number | undefined;
  /** A module whose default export acts on each page, as `onPage` does on one machine; its path. */
  readonly handler?: string | undefined;
}

/**
 * The crawl of one project, for any stack: its API, functions, queues, bucket, table and alarms. The bucket stays when the stack is
 * deleted, and the table cannot be deleted while its protection is on.
 */
export class DowserCrawl extends Construct {
  /** URL of its API. */
  readonly endpoint: string;
  /** The token that requests must carry. */
  readonly token: Secret;
  /** Pages, exports, and the journal of the crawl. */
  readonly bucket: Bucket;
  /** Pages with their scores and states, a row each, and the state of the crawl. */
  readonly table: Table;
  /** They are sent to the addresses of the project's `notify`; others may add actions. */
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, { project, workers, handler }: DowserCrawlProps) {
    super(scope, id);
    Tags.of(this).add("dowser:project", project.name);
    this.bucket = addBucket(this);
    this.table = addTable(this);
    this.token = addToken(this);
    const { endpoint, alarms } = addParts(this, {
      project,
      limits: stackLimits(project, workers),
      own: ownFiles(project, handler),
    });
    this.endpoint = endpoint;
    this.alarms = alarms;
  }
}

function addParts(
  crawl: DowserCrawl,
  sized: Sized,
): { readonly endpoint: string; readonly alarms: readonly Alarm[] } {
  const { bucket, table, token } = crawl;
  const { project, limits } = sized;
  const { notify = [], stack: settings } = project;
  acknowledgeKeyPatterns(crawl, bucket);
  const secrets = addGivenSecrets(crawl, project);
  const harvest = addHarvestQueue(crawl, timeoutOf(project));
  const results = addResultsQueue(crawl);
  const functions = addFunctions(crawl, sized, {
    variables: {
      MOST_IN_FLIGHT: String(limits.inFlight),
      HARVESTER_MB: String(limits.harvesterMb),
      BUCKET_NAME: bucket.bucketName,
      TABLE_NAME: table.tableName,
      TOKEN_SECRET_ARN: token.secretArn,
      HARVEST_QUEUE_URL: harvest.queue.queueUrl,
      RESULTS_QUEUE_URL: results.queue.queueUrl,
      HARVEST_DEAD_LETTERS_URL: harvest.deadLetters.queueUrl,
      RESULTS_DEAD_LETTERS_URL: results.deadLetters.queueUrl,
      PROJECT_NAME: project.name,
      PLAN_RULE_NAME: ruleName(crawl, "plan"),
      TRAIN_RULE_NAME: ruleName(crawl, "train"),
      ...Object.fromEntries(secrets.map(({ variable, arn }) => [variable, arn])),
    },
    arns: {
      bucket: bucket.bucketArn,
      table: table.tableArn,
      token: token.secretArn,
      ...Object.fromEntries(secrets.map(({ name, arn }) => [name, arn])),
      ...(settings.tracing === true && { traces: acknowledgeAnyTrace(crawl) }),
      "harvest queue": harvest.queue.queueArn,
      "results queue": results.queue.queueArn,
      "harvest dead letters": harvest.deadLetters.queueArn,
      "results dead letters": results.deadLetters.queueArn,
      "plan rule": ruleArn(crawl, "plan"),
      "train rule": ruleArn(crawl, "train"),
    },
  });
  addRules(crawl, functions, settings);
  const api = addHttpApi(crawl, functions, settings.auth);
  const alarms = addOversight(crawl, { functions, harvest, results, api }, notify);
  addOutputs(crawl, {
    Endpoint: api.apiEndpoint,
    TokenSecretArn: token.secretArn,
    ...Object.fromEntries(secrets.map(({ name, arn }) => [`${name}Arn`, arn])),
    BucketName: bucket.bucketName,
    TableName: table.tableName,
    RecordsDatabase: addRecordTable(crawl, bucket),
    ProjectHash: projectHash(project),
    ...(settings.auth === "iam" && { Auth: settings.auth }),
    PlanFunctionName: functions.plan.functionName,
    HarvestFunctionName: functions.harvest.functionName,
    HarvestQueueUrl: harvest.queue.queueUrl,
    ResultsQueueUrl: results.queue.queueUrl,
  });
  return { endpoint: api.apiEndpoint, alarms };
}

/** Adds the secrets that the crawl of a project needs from its user. */
function addGivenSecrets(scope: Construct, project: Project) {
  return GIVEN_SECRETS.filter(({ isUsed }) => isUsed(project)).map((secret) => ({
    ...secret,
    arn: addGivenSecret(scope, secret).secretArn,
  }));
}

function addRules(scope: Construct, functions: Functions, settings: Project["stack"]): void {
  const { plan, train, watch, serve } = functions;
  addRule(scope, "plan", plan);
  addRule(scope, "train", train);
  addRule(scope, "watch", watch);
  addReturnRule(scope, serve, settings);
}

type Functions = Readonly<
  Record<"plan" | "harvest" | "train" | "serve" | "watch" | "authorize", LambdaFunction>
>;

/** Adds alarms, the topic that they are sent to, and graphs. */
function addOversight(
  scope: Construct,
  parts: {
    readonly functions: Functions;
    readonly harvest: QueueWithDeadLetters;
    readonly results: QueueWithDeadLetters;
    readonly api: HttpApi;
  },
  notify: readonly string[],
): readonly Alarm[] {
  const { functions, harvest, results, api } = parts;
  const { plan: planner, harvest: harvester, train: trainer, watch: watchdog } = functions;
  const topic = notify.length === 0 ? undefined : addAlarmTopic(scope, notify);
  const deadLetters = { harvest: harvest.deadLetters, results: results.deadLetters };
  const frequent = { planner, harvester };
  const alarms = addAlarms(
    scope,
    { deadLetters, frequent, rare: { trainer, watchdog }, api },
    topic,
  );
  addDashboard(scope, {
    functions: Object.values(functions),
    queues: [harvest.queue, results.queue, harvest.deadLetters, results.deadLetters],
  });
  return alarms;
}

/** What decides on the functions: their size, and the user's code beside theirs. */
interface Sized {
  readonly project: Project;
  readonly limits: StackLimits;
  readonly own: OwnFiles;
}

/** Returns the longest run of a harvester. */
function timeoutOf(project: Project): Duration {
  return Duration.seconds(harvesterSeconds(project));
}

/** Adds the functions, each after those that it names. */
function addFunctions(scope: Construct, { project, limits, own }: Sized, known: Known): Functions {
  const first = { ...known, own };
  const size = { memorySize: limits.harvesterMb, timeout: timeoutOf(project) };
  const authorize = addFunction(scope, "authorizer", first);
  const watch = addFunction(scope, "watchdog", first);
  const harvest = addFunction(scope, "harvester", first, size);
  const train = addFunction(scope, "trainer", first);
  const mapping = addHarvestMapping(scope, harvest, limits, first);
  const second = alsoKnown(first, {
    variables: {
      TRAIN_FUNCTION_NAME: train.functionName,
      HARVEST_MAPPING_ID: mapping.eventSourceMappingId,
    },
    arns: { trainer: train.functionArn, "harvest mapping": mapping.eventSourceMappingArn },
  });
  const plan = addFunction(scope, "planner", second);
  const third = alsoKnown(second, {
    variables: { PLAN_FUNCTION_NAME: plan.functionName },
    arns: { planner: plan.functionArn },
  });
  const serve = addFunction(scope, "api-handler", third);
  return { plan, harvest, train, serve, watch, authorize };
}

/** Returns the code of the user that is deployed with a project. */
function ownFiles({ strategy: { module } }: Project, handler: string | undefined): OwnFiles {
  return {
    module: typeof module === "string" ? bundleModule(module) : undefined,
    handler: handler === undefined ? undefined : bundleModule(handler),
  };
}

function alsoKnown(before: Known, { variables, arns }: Known): Known {
  return {
    ...before,
    variables: { ...before.variables, ...variables },
    arns: { ...before.arns, ...arns },
  };
}

/**
 * Adds the mapping, switched off until a crawl starts: its pollers query the queue all the time,
 * and each query is billed.
 */
function addHarvestMapping(
  scope: Construct,
  harvest: LambdaFunction,
  { workers }: StackLimits,
  { arns }: Known,
): EventSourceMapping {
  const harvestQueue = arns["harvest queue"];
  return new EventSourceMapping(scope, "HarvestMapping", {
    target: harvest,
    ...(harvestQueue === undefined ? {} : { eventSourceArn: harvestQueue }),
    batchSize: 1,
    maxConcurrency: workers,
    reportBatchItemFailures: true,
    enabled: false,
  });
}

function addOutputs(scope: Construct, outputs: Readonly<Record<string, string>>): void {
  // Commands find a crawl by them: with the prefix of one, all are called as here.
  for (const [id, value] of Object.entries(outputs))
    new CfnOutput(scope, id, { value }).overrideLogicalId(`${outputPrefix(scope)}${id}`);
}
