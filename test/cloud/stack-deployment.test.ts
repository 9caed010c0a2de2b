import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { DeleteStackCommand } from "@aws-sdk/client-cloudformation";
import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateListTables,
} from "@aws-sdk/client-dynamodb";
import {
  DescribeRuleCommand,
  EventBridgeClient,
  ListRulesCommand,
  ListTargetsByRuleCommand,
} from "@aws-sdk/client-eventbridge";
import {
  GetEventSourceMappingCommand,
  GetFunctionConfigurationCommand,
  GetFunctionEventInvokeConfigCommand,
  GetFunctionRecursionConfigCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  ListFunctionsCommand,
} from "@aws-sdk/client-lambda";
import {
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketPolicyCommand,
  GetPublicAccessBlockCommand,
  ListBucketsCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { ListSecretsCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { stackClients } from "../../lib/adapters/aws/find-stack.ts";
import { runCli } from "../support/run-cli.ts";
import { aDeployment, type Deployment, idOf, theDeployment } from "./support/a-deployment.ts";
import { skip } from "./support/ministack.ts";

/** Memory (MB), time (s) and disk (MB) of each function. */
const SIZES = {
  Planner: [2_048, 900, 10_240],
  Harvester: [384, 300, 512],
  Trainer: [1_769, 900, 10_240],
  ApiHandler: [768, 29, 512],
  Watchdog: [256, 30, 512],
  Authorizer: [256, 5, 512],
} as const;

/**
 * Parts of a template that MiniStack 1.5.33 does not keep; the tests of the template check them.
 * When a later version keeps one, its test here fails, and can then ask for more.
 */
const DROPPED = {
  retries: "AWS::Lambda::EventInvokeConfig is made without effect",
  mappingOff: "a mapping made with Enabled: false says that it is enabled (and delivers nothing)",
  lifecycle: "LifecycleConfiguration of AWS::S3::Bucket is left out",
  backups: "PointInTimeRecoverySpecification of AWS::DynamoDB::Table is left out",
} as const;

/** The name of a queue, whose URL has this or that name of the host; what is no URL is a name. */
function nameIn(url: string): string {
  return url.split("/").at(-1) ?? url;
}

describe("stacks deployed side by side, on MiniStack", { skip }, () => {
  const lambda = new LambdaClient();
  const sqs = new SQSClient();
  const events = new EventBridgeClient();
  const dynamo = new DynamoDBClient();
  const s3 = new S3Client();
  const secrets = new SecretsManagerClient();
  /** The stack of the suites that crawl: it stays. */
  let crawls: Deployment;
  let ferns: Deployment;
  let others: readonly string[];

  /** Names of all tables: those of other suites are more than one answer has. */
  async function tableNames(): Promise<readonly string[]> {
    const names: string[] = [];
    for await (const { TableNames = [] } of paginateListTables({ client: dynamo }, {}))
      names.push(...TableNames);
    return names;
  }

  /** Everything of the kinds that a stack is made of, by name. */
  async function inventory(): Promise<readonly string[]> {
    const [buckets, tables, queues, functions, mappings, rules, known] = await Promise.all([
      s3.send(new ListBucketsCommand()),
      tableNames(),
      sqs.send(new ListQueuesCommand()),
      lambda.send(new ListFunctionsCommand()),
      lambda.send(new ListEventSourceMappingsCommand()),
      events.send(new ListRulesCommand()),
      secrets.send(new ListSecretsCommand()),
    ]);
    const names = [
      ...(buckets.Buckets ?? []).map(({ Name }) => `bucket ${Name}`),
      ...tables.map((name) => `table ${name}`),
      ...(queues.QueueUrls ?? []).map((url) => `queue ${nameIn(url)}`),
      ...(functions.Functions ?? []).map(({ FunctionName }) => `function ${FunctionName}`),
      ...(mappings.EventSourceMappings ?? []).map(({ UUID }) => `mapping ${UUID}`),
      ...(rules.Rules ?? []).map(({ Name }) => `rule ${Name}`),
      ...(known.SecretList ?? []).map(({ Name }) => `secret ${Name}`),
    ];
    return names.toSorted();
  }

  before(async () => {
    // The first deployment prepares the account, too: resources for all stacks belong to no single one.
    crawls = await theDeployment();
    others = await inventory();
    ferns = await aDeployment("ferns");
  });

  for (const [name, [memory, seconds, disk]] of Object.entries(SIZES)) {
    it(`Deployed stacks give ${name} its memory, time, disk and environment`, async () => {
      const FunctionName = idOf(crawls, name);
      const read = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
      assert.deepEqual(
        [read.MemorySize, read.Timeout, read.EphemeralStorage?.Size],
        [memory, seconds, disk],
      );
      assert.deepEqual(
        [read.Runtime, read.Architectures, read.Handler],
        ["nodejs24.x", ["arm64"], "index.handler"],
      );
      const { Variables = {} } = read.Environment ?? {};
      assert.equal(Variables["POWERTOOLS_SERVICE_NAME"], `Dowser-${crawls.project}`);
      const isWithoutBucket = name === "Authorizer" || name === "Watchdog";
      assert.equal(Variables["BUCKET_NAME"], isWithoutBucket ? undefined : crawls.bucket);
      const { RecursiveLoop } = await lambda.send(
        new GetFunctionRecursionConfigCommand({ FunctionName }),
      );
      assert.equal(RecursiveLoop, "Terminate");
    });
  }

  it("Deployed stacks give each queue its visibility timeout, and a place for messages that failed", async () => {
    const expected = { HarvestQueue: ["1800", 5], ResultsQueue: ["120", 20] } as const;
    for (const [name, [visibility, deliveries]] of Object.entries(expected)) {
      const queue = await attributesOf(idOf(crawls, name));
      const dead = await attributesOf(idOf(crawls, `${name}DeadLetters`));
      assert.equal(queue["VisibilityTimeout"], visibility);
      assert.equal(queue["MessageRetentionPeriod"], String(14 * 86_400));
      assert.equal(queue["SqsManagedSseEnabled"], "true");
      assert.match(queue["Policy"] ?? "", /aws:SecureTransport/);
      assert.deepEqual(JSON.parse(queue["RedrivePolicy"] ?? "{}"), {
        deadLetterTargetArn: dead["QueueArn"],
        maxReceiveCount: deliveries,
      });
    }
  });

  it("Deployed stacks hand one batch at a time to five harvesters at most", async () => {
    const mapping = await lambda.send(
      new GetEventSourceMappingCommand({ UUID: idOf(crawls, "HarvestMapping") }),
    );
    assert.equal(mapping.BatchSize, 1);
    assert.equal(mapping.ScalingConfig?.MaximumConcurrency, 5);
    assert.deepEqual(mapping.FunctionResponseTypes, ["ReportBatchItemFailures"]);
    assert.equal(mapping.State, "Enabled", DROPPED.mappingOff);
  });

  it("Deployed stacks are idle until a crawl starts, with the rules off but that of the watchdog", async () => {
    const expected = {
      PlanRule: ["rate(1 minute)", "Planner", "DISABLED"],
      TrainRule: ["rate(5 minutes)", "Trainer", "DISABLED"],
      WatchRule: ["rate(5 minutes)", "Watchdog", "ENABLED"],
    } as const;
    for (const [rule, [schedule, called, state]] of Object.entries(expected)) {
      const Name = idOf(crawls, rule);
      const { State, ScheduleExpression } = await events.send(new DescribeRuleCommand({ Name }));
      assert.deepEqual([State, ScheduleExpression], [state, schedule]);
      const { Targets = [] } = await events.send(new ListTargetsByRuleCommand({ Rule: Name }));
      assert.deepEqual(
        Targets.map(({ Arn }) => Arn?.split(":").at(-1)),
        [idOf(crawls, called)],
      );
    }
  });

  it("Deployed stacks send their alarms to a topic, where their projects name an address", () => {
    const types = crawls.resources.map(({ type }) => type);
    assert.equal(types.filter((type) => type === "AWS::SNS::Topic").length, 1);
    assert.equal(types.filter((type) => type === "AWS::SNS::Subscription").length, 1);
    assert.equal(types.filter((type) => type === "AWS::CloudWatch::Alarm").length, 13);
  });

  it("Deployed stacks keep pages where nobody else can read, and pay for the table by request", async () => {
    const Bucket = crawls.bucket;
    const [access, encryption, policy] = await Promise.all([
      s3.send(new GetPublicAccessBlockCommand({ Bucket })),
      s3.send(new GetBucketEncryptionCommand({ Bucket })),
      s3.send(new GetBucketPolicyCommand({ Bucket })),
    ]);
    assert.deepEqual(Object.values(access.PublicAccessBlockConfiguration ?? {}), [
      true,
      true,
      true,
      true,
    ]);
    assert.equal(
      encryption.ServerSideEncryptionConfiguration?.Rules?.[0]?.ApplyServerSideEncryptionByDefault
        ?.SSEAlgorithm,
      "AES256",
    );
    assert.match(policy.Policy ?? "", /aws:SecureTransport/);
    const { Table } = await dynamo.send(
      new DescribeTableCommand({ TableName: idOf(crawls, "Table") }),
    );
    assert.equal(Table?.BillingModeSummary?.BillingMode, "PAY_PER_REQUEST");
    assert.deepEqual(
      Table?.KeySchema?.map(({ AttributeName, KeyType }) => [AttributeName, KeyType]),
      [
        ["pk", "HASH"],
        ["sk", "RANGE"],
      ],
    );
  });

  it("Deployed stacks are not deleted by a request to CloudFormation or DynamoDB", async () => {
    await assert.rejects(
      stackClients().cloudFormation.send(
        new DeleteStackCommand({ StackName: `Dowser-${crawls.project}` }),
      ),
      /TerminationProtection is enabled/,
    );
    await assert.rejects(
      dynamo.send(new DeleteTableCommand({ TableName: idOf(crawls, "Table") })),
      /deletion protection/i,
    );
  });

  it("Deployed stacks lack only what MiniStack drops", async () => {
    const FunctionName = idOf(crawls, "Planner");
    await assert.rejects(
      lambda.send(new GetFunctionEventInvokeConfigCommand({ FunctionName })),
      { name: "ResourceNotFoundException" },
      DROPPED.retries,
    );
    await assert.rejects(
      s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket: crawls.bucket })),
      { name: "NoSuchLifecycleConfiguration" },
      DROPPED.lifecycle,
    );
    const { ContinuousBackupsDescription: backups } = await dynamo.send(
      new DescribeContinuousBackupsCommand({ TableName: idOf(crawls, "Table") }),
    );
    const { PointInTimeRecoveryStatus } = backups?.PointInTimeRecoveryDescription ?? {};
    assert.equal(PointInTimeRecoveryStatus, "DISABLED", DROPPED.backups);
  });

  it("Deployed stacks share nothing, and one is removed completely while the other stays", async () => {
    // The stage of an API is named within it, and a table of the catalog within its database.
    const inner = new Set(["AWS::ApiGatewayV2::Stage", "AWS::Glue::Table"]);
    const own = ({ resources }: Deployment) => resources.filter(({ type }) => !inner.has(type));
    const ids = (of: Deployment) => new Set(own(of).map(({ type, id }) => `${type} ${id}`));
    assert.deepEqual([...ids(crawls).intersection(ids(ferns))], []);
    const { code, stdout, stderr } = await runCli(["destroy", ferns.file, "--yes"]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Dowser-ferns is gone, nothing is left/);
    assert.deepEqual(await inventory(), others);
    assert.equal(others.filter((name) => /function .*crawls/.test(name)).length, 6);
  });

  async function attributesOf(QueueUrl: string): Promise<Partial<Record<string, string>>> {
    const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] });
    return (await sqs.send(command)).Attributes ?? {};
  }
});
