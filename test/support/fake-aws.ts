import type { TestContext } from "node:test";
import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  ListStackResourcesCommand,
  UpdateTerminationProtectionCommand,
} from "@aws-sdk/client-cloudformation";
import { DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from "@aws-sdk/client-dynamodb";
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  S3Client,
} from "@aws-sdk/client-s3";
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { mockClient } from "aws-sdk-client-mock";
import { TOKEN } from "./a-stack.ts";

/** Outputs of the stack `Dowser-bees`. */
export const STACK_OUTPUTS = {
  Endpoint: "http://127.0.0.1:1/",
  TokenSecretArn: "arn:secret",
  BucketName: "a-bucket",
  TableName: "a-table",
  SearchKeyArn: "arn:search-key",
  SessionsArn: "arn:sessions",
};

/** An error as an AWS client throws it. */
export function refusedBy(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

const kept = { ResourceStatus: "DELETE_COMPLETE", LastUpdatedTimestamp: new Date(0) } as const;

/** What of a stack is not deleted with it, as a list of its resources has it. */
const KEPT = [
  {
    ...kept,
    LogicalResourceId: "B",
    ResourceType: "AWS::S3::Bucket",
    PhysicalResourceId: "a-bucket",
  },
  {
    ...kept,
    LogicalResourceId: "T",
    ResourceType: "AWS::DynamoDB::Table",
    PhysicalResourceId: "a-table",
  },
];

/** Clients of an account with one stack with these outputs; it is gone once it is deleted. */
export function fakeAws(
  test: TestContext,
  outputs: Partial<Record<keyof typeof STACK_OUTPUTS | "Auth", string | undefined>> = {},
) {
  const settings = { region: "us-east-1" };
  const clients = {
    cloudFormation: new CloudFormationClient(settings),
    secretsManager: new SecretsManagerClient(settings),
    s3: new S3Client(settings),
    dynamo: new DynamoDBClient(settings),
  };
  const cloudFormation = mockClient(clients.cloudFormation);
  const secretsManager = mockClient(clients.secretsManager);
  const s3 = mockClient(clients.s3);
  const dynamo = mockClient(clients.dynamo);
  const Outputs = Object.entries({ ...STACK_OUTPUTS, ...outputs }).flatMap(
    ([OutputKey, OutputValue]) => (OutputValue === undefined ? [] : [{ OutputKey, OutputValue }]),
  );
  const stack = {
    StackId: "arn:stack",
    StackName: "Dowser-bees",
    Description: "Dowser: the crawl of project bees",
    CreationTime: new Date(0),
  };
  cloudFormation
    .on(DescribeStacksCommand)
    .resolves({ Stacks: [{ ...stack, Outputs, StackStatus: "CREATE_COMPLETE" }] });
  let isProtected = true;
  cloudFormation.on(UpdateTerminationProtectionCommand).callsFake(() => {
    isProtected = false;
    return {};
  });
  dynamo.on(DescribeTableCommand).resolves({ Table: { DeletionProtectionEnabled: true } });
  dynamo.on(UpdateTableCommand).resolves({});
  cloudFormation.on(DeleteStackCommand).callsFake(() => {
    if (isProtected) throw refusedBy("ValidationError", "TerminationProtection is enabled");
    const gone = { ...stack, StackStatus: "DELETE_COMPLETE" as const };
    cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [gone] });
    return {};
  });
  cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: KEPT });
  secretsManager.on(GetSecretValueCommand).resolves({ SecretString: TOKEN });
  secretsManager.on(PutSecretValueCommand).resolves({});
  s3.on(ListObjectsV2Command)
    .resolvesOnce({ Contents: [{ Key: "a" }, { Key: "b" }], NextContinuationToken: "more" })
    .resolvesOnce({ Contents: [{ Key: "c" }] })
    .resolves({});
  s3.on(DeleteObjectsCommand).resolves({});
  s3.on(DeleteBucketCommand).resolves({});
  test.after(() => {
    cloudFormation.restore();
    secretsManager.restore();
    s3.restore();
    dynamo.restore();
  });
  return { clients, cloudFormation, secretsManager, s3, dynamo };
}
