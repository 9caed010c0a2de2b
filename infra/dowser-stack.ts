import { type App, CfnOutput, Stack, Tags } from "aws-cdk-lib";
import { EventSourceMapping, type Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";

import type { GivenSecret } from "../lib/project/given-secrets.ts";
import type { Project } from "../lib/project/project-schema.ts";
import type { StackLimits } from "../lib/project/stack-limits.ts";
import { addAlarmTopic } from "./alarm-topic.ts";
import { addAlarms } from "./alarms.ts";
import { addDashboard } from "./dashboard.ts";
import { addFunction, type Known } from "./functions.ts";
import { addHttpApi } from "./http-api.ts";
import { addHarvestQueue, addResultsQueue, type QueueWithDeadLetters } from "./queues.ts";
import { addReturnRule, addRule, ruleArn, ruleName } from "./rules.ts";
import {
  acknowledgeKeyPatterns,
  addBucket,
  addGivenSecret,
  addTable,
  addToken,
} from "./storage.ts";

/** The properties of a project that its stack depends on. */
interface StackProject {
  readonly name: string;
  /** Those that its crawl needs. */
  readonly secrets: readonly GivenSecret[];
  /** Addresses that are told of alarms: e-mail addresses and https URLs. */
  readonly notify: readonly string[];
  readonly limits: StackLimits;
  readonly settings: Project["stack"];
}

/**
 * The crawl of one project as a serverless stack. A click does not delete what it has found: `dowser destroy` lifts the protection of
 * stack and table, and deletes the bucket.
 */
export class DowserStack extends Stack {
  constructor(app: App, id: string, project: StackProject) {
    super(app, id, {
      description: `Dowser: the crawl of project ${project.name}`,
      terminationProtection: true,
    });
    Tags.of(this).add("dowser:project", project.name);
    addParts(this, project);
  }
}

function addParts(stack: Stack, project: StackProject): void {
  const { notify, limits, settings } = project;
  const bucket = addBucket(stack);
  acknowledgeKeyPatterns(stack, bucket);
  const table = addTable(stack);
  const token = addToken(stack);
  const secrets = project.secrets.map((secret) => ({
    ...secret,
    arn: addGivenSecret(stack, secret).secretArn,
  }));
  const harvest = addHarvestQueue(stack);
  const results = addResultsQueue(stack);
  const functions = addFunctions(stack, limits, {
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
      PLAN_RULE_NAME: ruleName(stack, "plan"),
      TRAIN_RULE_NAME: ruleName(stack, "train"),
      ...Object.fromEntries(secrets.map(({ variable, arn }) => [variable, arn])),
    },
    arns: {
      bucket: bucket.bucketArn,
      table: table.tableArn,
      token: token.secretArn,
      ...Object.fromEntries(secrets.map(({ name, arn }) => [name, arn])),
      "harvest queue": harvest.queue.queueArn,
      "results queue": results.queue.queueArn,
      "harvest dead letters": harvest.deadLetters.queueArn,
      "results dead letters": results.deadLetters.queueArn,
      "plan rule": ruleArn(stack, "plan"),
      "train rule": ruleArn(stack, "train"),
    },
  });
  addRules(stack, functions, settings);
  const api = addHttpApi(stack, functions);
  addOversight(stack, { functions, harvest, results }, notify);
  addOutputs(stack, {
    Endpoint: api.apiEndpoint,
    TokenSecretArn: token.secretArn,
    ...Object.fromEntries(secrets.map(({ name, arn }) => [`${name}Arn`, arn])),
    BucketName: bucket.bucketName,
    TableName: table.tableName,
    PlanFunctionName: functions.plan.functionName,
    HarvestFunctionName: functions.harvest.functionName,
    HarvestQueueUrl: harvest.queue.queueUrl,
    ResultsQueueUrl: results.queue.queueUrl,
  });
}

function addRules(stack: Stack, functions: Functions, settings: Project["stack"]): void {
  const { plan, train, watch, serve } = functions;
  addRule(stack, "plan", plan);
  addRule(stack, "train", train);
  addRule(stack, "watch", watch);
  addReturnRule(stack, serve, settings);
}

type Functions = Readonly<
  Record<"plan" | "harvest" | "train" | "serve" | "watch" | "authorize", LambdaFunction>
>;

/** Adds alarms, the topic that they are sent to, and graphs. */
function addOversight(
  stack: Stack,
  parts: {
    readonly functions: Functions;
    readonly harvest: QueueWithDeadLetters;
    readonly results: QueueWithDeadLetters;
  },
  notify: readonly string[],
): void {
  const { functions, harvest, results } = parts;
  const { plan: planner, harvest: harvester, train: trainer, watch: watchdog } = functions;
  const topic = notify.length === 0 ? undefined : addAlarmTopic(stack, notify);
  const deadLetters = { harvest: harvest.deadLetters, results: results.deadLetters };
  const frequent = { planner, harvester };
  addAlarms(stack, { deadLetters, frequent, rare: { trainer, watchdog } }, topic);
  addDashboard(stack, {
    functions: Object.values(functions),
    queues: [harvest.queue, results.queue, harvest.deadLetters, results.deadLetters],
  });
}

/** Adds the functions, each after those that it names. */
function addFunctions(stack: Stack, limits: StackLimits, first: Known): Functions {
  const authorize = addFunction(stack, "authorizer", first);
  const watch = addFunction(stack, "watchdog", first);
  const harvest = addFunction(stack, "harvester", first, { memorySize: limits.harvesterMb });
  const train = addFunction(stack, "trainer", first);
  const mapping = addHarvestMapping(stack, harvest, limits, first);
  const second = alsoKnown(first, {
    variables: {
      TRAIN_FUNCTION_NAME: train.functionName,
      HARVEST_MAPPING_ID: mapping.eventSourceMappingId,
    },
    arns: { trainer: train.functionArn, "harvest mapping": mapping.eventSourceMappingArn },
  });
  const plan = addFunction(stack, "planner", second);
  const third = alsoKnown(second, {
    variables: { PLAN_FUNCTION_NAME: plan.functionName },
    arns: { planner: plan.functionArn },
  });
  const serve = addFunction(stack, "api-handler", third);
  return { plan, harvest, train, serve, watch, authorize };
}

function alsoKnown(before: Known, { variables, arns }: Known): Known {
  return {
    variables: { ...before.variables, ...variables },
    arns: { ...before.arns, ...arns },
  };
}

/**
 * Adds the mapping, switched off until a crawl starts: its pollers query the queue all the time,
 * and each query is billed.
 */
function addHarvestMapping(
  stack: Stack,
  harvest: LambdaFunction,
  { workers }: StackLimits,
  { arns }: Known,
): EventSourceMapping {
  const harvestQueue = arns["harvest queue"];
  return new EventSourceMapping(stack, "HarvestMapping", {
    target: harvest,
    ...(harvestQueue === undefined ? {} : { eventSourceArn: harvestQueue }),
    batchSize: 1,
    maxConcurrency: workers,
    reportBatchItemFailures: true,
    enabled: false,
  });
}

function addOutputs(stack: Stack, outputs: Readonly<Record<string, string>>): void {
  for (const [id, value] of Object.entries(outputs)) new CfnOutput(stack, id, { value });
}
