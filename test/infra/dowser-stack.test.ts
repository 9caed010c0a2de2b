import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { App } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";

import { ENVIRONMENTS, type FunctionName } from "../../functions/wiring/environment.ts";
import { addStack } from "../../infra/add-stack.ts";
import { PERMISSIONS, type Resource } from "../../infra/permissions.ts";
import { spell, synthChanged, synthStack } from "../support/synth-stack.ts";

const fungi = await synthStack();
const ferns = await synthStack("", "ferns");
/** Composes queries for an engine that wants a key. */
const asking = await synthStack("search: {provider: brave, compose: {}}\n");

/** Asks for more at one time than a stack has by default. */
const bursty = await synthStack("stack: {workers: 20, inFlight: 16384, memory: 512}\n");

const NAMES = Object.keys(PERMISSIONS) as FunctionName[];
const IDS: Readonly<Record<FunctionName, string>> = {
  planner: "Planner",
  harvester: "Harvester",
  trainer: "Trainer",
  "api-handler": "ApiHandler",
  watchdog: "Watchdog",
  authorizer: "Authorizer",
};

const LOCAL = "<AWS::Region>:<AWS::AccountId>";
/** The words of permissions as a policy spells the resources' ARNs. */
const ARNS: Readonly<Record<Exclude<Resource, "own log">, string>> = {
  bucket: "<Bucket>",
  table: "<Table>",
  "harvest queue": "<HarvestQueue>",
  "results queue": "<ResultsQueue>",
  "harvest dead letters": "<HarvestQueueDeadLetters>",
  "results dead letters": "<ResultsQueueDeadLetters>",
  planner: "<Planner>",
  trainer: "<Trainer>",
  "harvest mapping": `arn:<AWS::Partition>:lambda:${LOCAL}:event-source-mapping:<HarvestMapping>`,
  "plan rule": `arn:<AWS::Partition>:events:${LOCAL}:rule/Dowser-fungi-planner`,
  "train rule": `arn:<AWS::Partition>:events:${LOCAL}:rule/Dowser-fungi-trainer`,
  token: "<Token>",
  traces: "*",
  SearchKey: "<SearchKey>",
  Sessions: "<Sessions>",
  Assessor: "<Assessor>",
};

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

function statementsOf(name: FunctionName, stack = fungi): readonly Statement[] {
  const role = stack.only("AWS::IAM::Role", `${IDS[name]}Role`);
  const policies = role["Policies"] as readonly {
    readonly PolicyDocument: { readonly Statement: readonly Statement[] };
  }[];
  return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

/** What a policy allows: `action resource`, with the partition keys of a table behind. */
function allowed(name: FunctionName, stack = fungi): string[] {
  return statementsOf(name, stack)
    .flatMap(({ Effect, Action, Resource, Condition }) => {
      const keys = Condition === undefined ? "" : ` ${JSON.stringify(Condition)}`;
      const resources = (Array.isArray(Resource) ? Resource : [Resource]).map(spell);
      return [Action]
        .flat()
        .flatMap((action) => resources.map((arn) => `${Effect} ${action} ${arn}${keys}`));
    })
    .toSorted();
}

/** Variables that a function cannot do without. */
function requiredOf(name: FunctionName): string[] {
  return Object.entries(ENVIRONMENTS[name].shape)
    .filter(([, schema]) => !schema.safeParse(undefined).success)
    .map(([variable]) => variable);
}

/** The same, of what the table of permissions says. */
function meant(name: FunctionName): string[] {
  return PERMISSIONS[name]
    .filter(({ isOptional }) => isOptional !== true)
    .flatMap(({ may, on, at }) => {
      const arn = on === "own log" ? `<${IDS[name]}Log>` : ARNS[on];
      const resources = on === "bucket" && at ? at.map((keys) => `${arn}/${keys}`) : [arn];
      const keys = { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": at } };
      const condition = on === "table" ? ` ${JSON.stringify(keys)}` : "";
      return may.flatMap((action) =>
        resources.map((resource) => `Allow ${action} ${resource}${condition}`),
      );
    })
    .toSorted();
}

describe("the permissions of a stack", () => {
  for (const name of NAMES) {
    it(`A stack permits ${name} exactly what the table of permissions lists`, () => {
      assert.deepEqual(allowed(name), meant(name));
    });
  }

  it("A stack has no managed policy, and no policy besides those of the roles", () => {
    assert.deepEqual(fungi.all("AWS::IAM::Policy"), []);
    for (const role of fungi.all("AWS::IAM::Role")) {
      assert.equal(role["ManagedPolicyArns"], undefined);
    }
  });

  it("Stack permissions name partition keys for every table access and keys for every bucket access", () => {
    for (const { may, on, at } of Object.values(PERMISSIONS).flat()) {
      // Keys are listed of the bucket, not of an object.
      const hasKeys = on === "table" || (on === "bucket" && !may.includes("s3:ListBucket"));
      assert.equal(at !== undefined && at.length > 0, hasKeys, on);
    }
  });

  it("Stack permissions keep a worker from registers, labels, listings and the journal", () => {
    const worker = allowed("harvester").join("\n");
    assert.match(worker, /ROBOTS#\*/);
    assert.doesNotMatch(worker, /REGISTER|LABEL|RECORD|journal|lambda:|events:|secretsmanager/);
  });

  it("Stack permissions let only planner and trainer write the journal, only the trainer list keys, and only the authorizer read the token", () => {
    const who = (what: RegExp) =>
      NAMES.filter((name) => allowed(name).some((line) => what.test(line)));
    assert.deepEqual(who(/s3:PutObject .*journal/), ["planner", "trainer"]);
    assert.deepEqual(who(/<Token>/), ["authorizer"]);
    assert.deepEqual(who(/s3:ListBucket/), ["trainer"]);
    assert.deepEqual(who(/Scan|Delete(Item|Table)/), []);
  });

  it("Stack permissions let the planner delete snapshots, and the trainer, which forgets pages, all but stored answers", () => {
    const deleting = NAMES.flatMap((name) =>
      PERMISSIONS[name]
        .filter(({ may }) => may.some((action) => action.startsWith("s3:Delete")))
        .map(({ at }) => ({ name, at })),
    );
    assert.deepEqual(deleting, [
      { name: "planner", at: ["journal/*snapshot-*"] },
      {
        name: "trainer",
        at: [
          ...["journal/*", "plans/*", "models/*", "exports/*", "batches/*", "html/*", "frontier/*"],
          "records/*",
        ],
      },
    ]);
  });
});

describe("the functions of a stack", () => {
  for (const name of NAMES) {
    const properties = () => fungi.only("AWS::Lambda::Function", IDS[name]);

    it(`${name} runs on Node 24 and arm64, terminates loops and traces nothing`, () => {
      const { Runtime, Architectures, RecursiveLoop, TracingConfig, Handler } = properties();
      assert.deepEqual(
        { Runtime, Architectures, RecursiveLoop, TracingConfig, Handler },
        {
          Runtime: "nodejs24.x",
          Architectures: ["arm64"],
          RecursiveLoop: "Terminate",
          TracingConfig: undefined,
          Handler: "index.handler",
        },
      );
    });

    it(`${name} gets the variables that its schema lists, and no secret`, () => {
      const { Variables } = properties()["Environment"] as { Variables: Record<string, unknown> };
      assert.deepEqual(
        Object.keys(Variables).toSorted(),
        [
          ...requiredOf(name),
          "POWERTOOLS_SERVICE_NAME",
          ...(name === "harvester" ? [] : ["NODE_OPTIONS"]),
        ].toSorted(),
      );
      assert.doesNotMatch(JSON.stringify(Variables), /resolve:|SecretString/);
    });

    it("A stack with a search engine lets its API know that there is a key, and not read it", () => {
      const variablesOf = (stack: typeof asking) => {
        const { Environment } = stack.only("AWS::Lambda::Function", "ApiHandler");
        return (Environment as { Variables: Record<string, unknown> }).Variables;
      };
      assert.equal(spell(variablesOf(asking)["SEARCH_KEY_ARN"]), "<SearchKey>");
      assert.equal("SEARCH_KEY_ARN" in variablesOf(fungi), false);
    });
  }

  it("Stack functions have the time and memory that they need, and no reserved concurrency", () => {
    const sizes = NAMES.map((name) => {
      const { Timeout, MemorySize, EphemeralStorage, ReservedConcurrentExecutions } = fungi.only(
        "AWS::Lambda::Function",
        IDS[name],
      );
      assert.equal(ReservedConcurrentExecutions, undefined);
      return [name, Timeout, MemorySize, EphemeralStorage];
    });
    assert.deepEqual(sizes, [
      ["planner", 900, 2048, { Size: 10240 }],
      ["harvester", 300, 384, undefined],
      ["trainer", 900, 1769, { Size: 10240 }],
      ["api-handler", 29, 768, undefined],
      ["watchdog", 30, 256, undefined],
      ["authorizer", 5, 256, undefined],
    ]);
  });

  it("Stack functions keep their logs for one month", () => {
    const logs = fungi.all("AWS::Logs::LogGroup");
    assert.equal(logs.length, NAMES.length + 1);
    for (const { RetentionInDays } of logs) assert.equal(RetentionInDays, 30);
  });
});

describe("a stack whose crawl asks a search engine that wants a key", () => {
  it("A stack with a search engine has a secret for the key, which the planner alone reads", () => {
    assert.equal(asking.all("AWS::SecretsManager::Secret").length, 2);
    assert.equal(fungi.all("AWS::SecretsManager::Secret").length, 1);
    const reads = /secretsmanager:GetSecretValue <SearchKey>/;
    const readers = NAMES.filter((name) => allowed(name, asking).some((line) => reads.test(line)));
    assert.deepEqual(readers, ["planner"]);
  });

  it("A stack with a search engine tells the planner where the key is, and not the key", () => {
    const { Environment } = asking.only("AWS::Lambda::Function", "Planner");
    const { Variables } = Environment as { Variables: Record<string, unknown> };
    assert.equal(spell(Variables["SEARCH_KEY_ARN"]), "<SearchKey>");
    assert.doesNotMatch(JSON.stringify(Variables), /resolve:|SecretString/);
  });
});

describe("what a stack stores", () => {
  it("A stack encrypts all it stores and accepts only TLS", () => {
    const { BucketEncryption, PublicAccessBlockConfiguration } = fungi.only(
      "AWS::S3::Bucket",
      "Bucket",
    );
    assert.match(JSON.stringify(BucketEncryption), /"SSEAlgorithm":"AES256"/);
    assert.deepEqual(PublicAccessBlockConfiguration, {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    assert.deepEqual(fungi.only("AWS::DynamoDB::Table", "Table")["SSESpecification"], {
      SSEEnabled: true,
    });
    for (const queue of fungi.all("AWS::SQS::Queue")) {
      assert.equal(queue["SqsManagedSseEnabled"], true);
    }
    const policies = [...fungi.all("AWS::S3::BucketPolicy"), ...fungi.all("AWS::SQS::QueuePolicy")];
    assert.equal(policies.length, 5);
    for (const policy of policies) {
      assert.match(JSON.stringify(policy), /"aws:SecureTransport":"false"\}\},"Effect":"Deny"/);
    }
  });

  it("A stack deletes files that it has read, reader copies and broken uploads after one day, results that were taken in after thirty, and nothing else", () => {
    const { LifecycleConfiguration } = fungi.only("AWS::S3::Bucket", "Bucket");
    assert.deepEqual(LifecycleConfiguration, {
      Rules: [
        { Id: "results-taken-in", Prefix: "batches/", ExpirationInDays: 30, Status: "Enabled" },
        { Id: "exports-downloaded", Prefix: "exports/", ExpirationInDays: 30, Status: "Enabled" },
        { Id: "queues-told", Prefix: "frontier/", ExpirationInDays: 7, Status: "Enabled" },
        { Id: "files-read", Prefix: "files/", ExpirationInDays: 1, Status: "Enabled" },
        { Id: "copies-for-readers", Prefix: "html/", ExpirationInDays: 1, Status: "Enabled" },
        {
          Id: "broken-uploads",
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
          Status: "Enabled",
        },
      ],
    });
  });

  it("A stack's table supports point-in-time recovery", () => {
    const table = fungi.only("AWS::DynamoDB::Table", "Table");
    assert.deepEqual(table["PointInTimeRecoverySpecification"], {
      PointInTimeRecoveryEnabled: true,
    });
    assert.equal(table["BillingMode"], "PAY_PER_REQUEST");
    assert.deepEqual(table["TimeToLiveSpecification"], {
      AttributeName: "expiresAt",
      Enabled: true,
    });
    assert.deepEqual(table["KeySchema"], [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ]);
  });
});

describe("the queues of a stack", () => {
  it("Stack queues hide a batch for six times the maximum harvesting time", () => {
    const { Timeout } = fungi.only("AWS::Lambda::Function", "Harvester");
    const queue = fungi.only("AWS::SQS::Queue", "HarvestQueue");
    assert.equal(queue["VisibilityTimeout"], 6 * Number(Timeout));
  });

  it("Stack queues put aside messages that could not be processed", () => {
    for (const [name, maxReceiveCount] of [
      ["HarvestQueue", 5],
      ["ResultsQueue", 20],
    ] as const) {
      const { RedrivePolicy, FifoQueue } = fungi.only("AWS::SQS::Queue", name);
      const redrive = RedrivePolicy as Readonly<Record<string, unknown>>;
      assert.equal(spell(redrive["deadLetterTargetArn"]), `<${name}DeadLetters>`);
      assert.equal(redrive["maxReceiveCount"], maxReceiveCount);
      assert.equal(FifoQueue, undefined);
    }
  });

  it("A project's limits are those of its mapping, its harvesters and its planner", () => {
    const mapping = bursty.only("AWS::Lambda::EventSourceMapping", "HarvestMapping");
    assert.deepEqual(mapping["ScalingConfig"], { MaximumConcurrency: 20 });
    assert.equal(bursty.only("AWS::Lambda::Function", "Harvester")["MemorySize"], 512);
    const { Environment } = bursty.only("AWS::Lambda::Function", "Planner");
    const { Variables } = Environment as { readonly Variables: Readonly<Record<string, unknown>> };
    assert.equal(Variables["MOST_IN_FLIGHT"], "16384");
    assert.equal(Variables["HARVESTER_MB"], "512");
  });

  it("A stack's queue gives a worker one batch, five workers at once, and failed batches again", () => {
    const mapping = fungi.only("AWS::Lambda::EventSourceMapping", "HarvestMapping");
    assert.equal(spell(mapping["EventSourceArn"]), "<HarvestQueue>");
    assert.equal(mapping["BatchSize"], 1);
    assert.deepEqual(mapping["ScalingConfig"], { MaximumConcurrency: 5 });
    assert.deepEqual(mapping["FunctionResponseTypes"], ["ReportBatchItemFailures"]);
  });
});

describe("a stack at rest", () => {
  it("A stack at rest calls its watchdog alone, because its other rules and its mapping are created disabled", () => {
    const rules = fungi.all("AWS::Events::Rule");
    assert.deepEqual(
      rules.map(({ ScheduleExpression, State }) => [ScheduleExpression, State]),
      [
        ["rate(1 minute)", "DISABLED"],
        ["rate(5 minutes)", "DISABLED"],
        ["rate(5 minutes)", "ENABLED"],
      ],
    );
    const mapping = fungi.only("AWS::Lambda::EventSourceMapping", "HarvestMapping");
    assert.equal(mapping["Enabled"], false);
  });
});

describe("the HTTP API of a stack", () => {
  it("A stack's HTTP API answers only with the authorizer, whose decision is cached for a minute", () => {
    const routes = fungi.all("AWS::ApiGatewayV2::Route");
    assert.deepEqual(
      routes.map(({ RouteKey, AuthorizationType }) => [RouteKey, AuthorizationType]),
      [["ANY /{proxy+}", "CUSTOM"]],
    );
    const authorizer = fungi.all("AWS::ApiGatewayV2::Authorizer")[0] ?? {};
    assert.deepEqual(authorizer["IdentitySource"], ["$request.header.Authorization"]);
    assert.equal(authorizer["AuthorizerResultTtlInSeconds"], 60);
    assert.equal(authorizer["EnableSimpleResponses"], true);
  });
});

describe("stacks of two projects", () => {
  it("Stacks of two projects are named after them", () => {
    assert.deepEqual([fungi.name, ferns.name], ["Dowser-fungi", "Dowser-ferns"]);
  });

  it("Stacks of two projects share no resource name in an account", () => {
    const named = [fungi, ferns].map((stack) => stack.physicalNames());
    assert.deepEqual(named[0]?.length, named[1]?.length);
    assert.equal(new Set(named.flat()).size, named.flat().length);
    for (const [index, project] of ["fungi", "ferns"].entries()) {
      for (const name of named[index] ?? []) assert.ok(name.includes(`Dowser-${project}`), name);
    }
  });
});

it("The stack builder creates no stack that fails the checks", async () => {
  const withBareBucket = () =>
    synthChanged((stack) => {
      new Bucket(stack, "Bare");
    });
  await assert.rejects(withBareBucket, /Validation failed/);
});

it("The stack builder creates no stack without a project", async () => {
  await assert.rejects(addStack(new App()), { code: "no-project-named" });
});
