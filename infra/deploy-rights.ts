/** What a deployment may do: rights by type of resource, and those of the commands for stacks. */
import { GIVEN_SECRETS } from "../lib/project/given-secrets.ts";

/** Rights on resources, as an IAM statement states them. */
export interface Right {
  readonly may: readonly string[];
  /** ARNs; `*` matches any text, so `aws*` the partitions of China and GovCloud, too. Names that CloudFormation makes begin with the stack's. */
  readonly on: readonly string[];
  readonly when?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Returns the actions of a service; each text names some. */
function actions(service: string, ...names: readonly string[]): readonly string[] {
  return names.flatMap((some) => some.split(" ").map((name) => `${service}:${name}`));
}

/** Actions that AWS grants on no single resource. */
const ANY = ["*"];
const BUCKET = ["arn:aws*:s3:::dowser-*"];
const QUEUES = ["arn:aws*:sqs:*:*:Dowser-*"];
const FUNCTIONS = ["arn:aws*:lambda:*:*:function:Dowser-*"];
const MAPPINGS = ["arn:aws*:lambda:*:*:event-source-mapping:*"];
const ROLES = ["arn:aws*:iam::*:role/Dowser-*"];
const APIS = ["arn:aws*:apigateway:*::/apis", "arn:aws*:apigateway:*::/apis/*"];
const TOPICS = ["arn:aws*:sns:*:*:Dowser-*"];
const TABLES = ["arn:aws*:dynamodb:*:*:table/Dowser-*"];

/** The catalog of the account, and databases and tables in it. */
const CATALOG = [
  "arn:aws*:glue:*:*:catalog",
  "arn:aws*:glue:*:*:database/dowser_*",
  "arn:aws*:glue:*:*:table/dowser_*",
];

const GIVEN = GIVEN_SECRETS.map(({ name }) => `arn:aws*:secretsmanager:*:*:secret:${name}*`);

const FOR_FUNCTIONS = { StringEquals: { "iam:PassedToService": "lambda.amazonaws.com" } };

/**
 * What CloudFormation does to make, change and remove a resource of each type that a stack has: from
 * the handlers in the schemas of its registry (October 2026), without the features that no stack
 * uses.
 */
export const RIGHTS_BY_TYPE: Readonly<Record<string, readonly Right[]>> = {
  "AWS::S3::Bucket": [
    {
      may: actions(
        "s3",
        "CreateBucket DeleteBucket ListBucket PutBucketTagging TagResource UntagResource",
        "ListTagsForResource GetBucketTagging PutEncryptionConfiguration",
        "GetEncryptionConfiguration PutLifecycleConfiguration GetLifecycleConfiguration",
        "PutBucketPublicAccessBlock GetBucketPublicAccessBlock",
      ),
      on: BUCKET,
    },
  ],
  "AWS::S3::BucketPolicy": [
    { may: actions("s3", "GetBucketPolicy PutBucketPolicy DeleteBucketPolicy"), on: BUCKET },
  ],
  "AWS::DynamoDB::Table": [
    {
      may: actions(
        "dynamodb",
        "CreateTable UpdateTable DeleteTable DescribeTable DescribeTimeToLive",
        "UpdateTimeToLive DescribeContinuousBackups UpdateContinuousBackups TagResource",
        "UntagResource ListTagsOfResource",
      ),
      on: TABLES,
    },
    {
      may: actions("kms", "CreateGrant DescribeKey"),
      on: ["arn:aws*:kms:*:*:key/*"],
      when: { StringLike: { "kms:ViaService": "dynamodb.*.amazonaws.com*" } },
    },
  ],
  "AWS::Glue::Database": [
    {
      may: actions("glue", "CreateDatabase DeleteDatabase GetDatabase UpdateDatabase"),
      on: CATALOG,
    },
  ],
  "AWS::Glue::Table": [
    { may: actions("glue", "CreateTable DeleteTable GetTable UpdateTable"), on: CATALOG },
  ],
  "AWS::SecretsManager::Secret": [
    { may: actions("secretsmanager", "GetRandomPassword"), on: ANY },
    {
      may: actions(
        "secretsmanager",
        "CreateSecret UpdateSecret DeleteSecret DescribeSecret TagResource UntagResource",
      ),
      // Secrets are named by their place in the template, without the stack's name.
      on: ["arn:aws*:secretsmanager:*:*:secret:Token*", ...GIVEN],
    },
  ],
  "AWS::SQS::Queue": [
    {
      may: actions(
        "sqs",
        "CreateQueue DeleteQueue GetQueueUrl GetQueueAttributes SetQueueAttributes TagQueue",
        "UntagQueue ListQueueTags",
      ),
      on: QUEUES,
    },
  ],
  "AWS::SQS::QueuePolicy": [{ may: actions("sqs", "SetQueueAttributes"), on: QUEUES }],
  "AWS::Logs::LogGroup": [
    { may: actions("logs", "DescribeLogGroups"), on: ANY },
    {
      may: actions(
        "logs",
        "CreateLogGroup DeleteLogGroup PutRetentionPolicy TagResource UntagResource",
        "ListTagsForResource",
      ),
      on: [
        "arn:aws*:logs:*:*:log-group:Dowser-*",
        "arn:aws*:logs:*:*:log-group:/aws/vendedlogs/dowser/*",
      ],
    },
  ],
  "AWS::IAM::Role": [
    {
      may: actions(
        "iam",
        "CreateRole DeleteRole GetRole UpdateRole UpdateAssumeRolePolicy TagRole UntagRole",
        "PutRolePolicy GetRolePolicy DeleteRolePolicy ListRolePolicies",
        "ListAttachedRolePolicies",
      ),
      on: ROLES,
    },
  ],
  "AWS::Lambda::Function": [
    {
      may: actions(
        "lambda",
        "CreateFunction DeleteFunction GetFunction UpdateFunctionCode",
        "UpdateFunctionConfiguration GetFunctionRecursionConfig PutFunctionRecursionConfig",
        "TagResource UntagResource ListTags",
      ),
      on: FUNCTIONS,
    },
    { may: actions("iam", "PassRole"), on: ROLES, when: FOR_FUNCTIONS },
    // The code, which cdk stores in the bucket of its bootstrap.
    { may: actions("s3", "GetObject GetObjectVersion"), on: ["arn:aws*:s3:::cdk-*/*"] },
  ],
  "AWS::Lambda::EventInvokeConfig": [
    {
      may: actions(
        "lambda",
        "GetFunctionEventInvokeConfig PutFunctionEventInvokeConfig",
        "UpdateFunctionEventInvokeConfig DeleteFunctionEventInvokeConfig",
      ),
      on: FUNCTIONS,
    },
  ],
  "AWS::Lambda::EventSourceMapping": [
    { may: actions("lambda", "CreateEventSourceMapping"), on: ANY },
    {
      may: actions(
        "lambda",
        "GetEventSourceMapping UpdateEventSourceMapping DeleteEventSourceMapping TagResource",
        "UntagResource ListTags",
      ),
      on: MAPPINGS,
    },
  ],
  "AWS::Lambda::Permission": [
    { may: actions("lambda", "AddPermission RemovePermission GetPolicy"), on: FUNCTIONS },
  ],
  "AWS::Events::Rule": [
    {
      may: actions(
        "events",
        "PutRule DeleteRule DescribeRule PutTargets RemoveTargets ListTargetsByRule",
        "TagResource UntagResource ListTagsForResource",
      ),
      on: ["arn:aws*:events:*:*:rule/Dowser-*"],
    },
  ],
  ...Object.fromEntries(
    ["Api", "Integration", "Route", "Authorizer"].map((part) => [
      `AWS::ApiGatewayV2::${part}`,
      [
        {
          may: actions("apigateway", "POST GET PUT PATCH DELETE"),
          on: APIS,
        },
      ],
    ]),
  ),
  "AWS::ApiGatewayV2::Stage": [
    {
      may: actions("apigateway", "POST GET PATCH DELETE"),
      on: APIS,
    },
    // Its tags.
    {
      may: actions("apigateway", "TagResource UntagResource PUT"),
      on: ["arn:aws*:apigateway:*::/tags/*", "arn:aws*:apigateway:*::/apis/*"],
    },
    // Its log of accesses.
    {
      may: actions(
        "logs",
        "CreateLogDelivery GetLogDelivery UpdateLogDelivery DeleteLogDelivery",
        "ListLogDeliveries PutResourcePolicy DescribeResourcePolicies",
      ),
      on: ANY,
    },
  ],
  "AWS::SNS::Topic": [
    {
      may: actions(
        "sns",
        "CreateTopic DeleteTopic GetTopicAttributes SetTopicAttributes",
        "ListSubscriptionsByTopic TagResource UntagResource ListTagsForResource",
      ),
      on: TOPICS,
    },
  ],
  "AWS::SNS::TopicPolicy": [{ may: actions("sns", "SetTopicAttributes"), on: TOPICS }],
  "AWS::SNS::Subscription": [
    {
      may: actions("sns", "Subscribe GetSubscriptionAttributes SetSubscriptionAttributes"),
      on: TOPICS,
    },
    { may: actions("sns", "Unsubscribe"), on: ANY },
  ],
  "AWS::CloudWatch::Alarm": [
    {
      may: actions(
        "cloudwatch",
        "PutMetricAlarm DeleteAlarms DescribeAlarms TagResource UntagResource",
        "ListTagsForResource",
      ),
      on: ["arn:aws*:cloudwatch:*:*:alarm:Dowser-*"],
    },
  ],
  "AWS::CloudWatch::Dashboard": [
    {
      may: actions(
        "cloudwatch",
        "PutDashboard GetDashboard DeleteDashboards TagResource UntagResource",
        "ListTagsForResource",
      ),
      on: ["arn:aws*:cloudwatch::*:dashboard/Dashboard*"],
    },
  ],
};

/** CloudFormation reads the version of the bootstrap, which cdk keeps in a parameter. */
const BOOTSTRAP_VERSION: Right = {
  may: actions("ssm", "GetParameters GetParameter"),
  on: ["arn:aws*:ssm:*:*:parameter/cdk-bootstrap/*"],
};

/** What CloudFormation may do in a deployment: the role that `cdk bootstrap` makes for it. */
export const EXECUTION_RIGHTS: readonly Right[] = [
  ...Object.values(RIGHTS_BY_TYPE).flat(),
  BOOTSTRAP_VERSION,
];

const STACKS = ["arn:aws*:cloudformation:*:*:stack/Dowser-*/*"];

/** What the commands `deploy`, `start`, `status`, `pull` and `destroy` do themselves. */
export const DEPLOYER_RIGHTS: readonly Right[] = [
  // The roles of cdk's bootstrap do the rest.
  { may: actions("sts", "AssumeRole"), on: ["arn:aws*:iam::*:role/cdk-*"] },
  {
    may: actions("cloudformation", "DescribeStacks"),
    on: [...STACKS, "arn:aws*:cloudformation:*:*:stack/CDKToolkit/*"],
  },
  {
    may: actions("cloudformation", "DeleteStack ListStackResources UpdateTerminationProtection"),
    on: STACKS,
  },
  { may: actions("lambda", "GetAccountSettings"), on: ANY },
  {
    may: actions("secretsmanager", "GetSecretValue"),
    on: ["arn:aws*:secretsmanager:*:*:secret:Token*"],
  },
  {
    may: actions("secretsmanager", "PutSecretValue"),
    on: GIVEN,
  },
  { may: actions("dynamodb", "GetItem Query DescribeTable UpdateTable"), on: TABLES },
  { may: actions("s3", "ListBucket DeleteBucket"), on: BUCKET },
  { may: actions("s3", "GetObject DeleteObject"), on: BUCKET.map((bucket) => `${bucket}/*`) },
];
