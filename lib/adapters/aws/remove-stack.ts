import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  paginateListStackResources,
  type StackResourceSummary,
  UpdateTerminationProtectionCommand,
  waitUntilStackDeleteComplete,
} from "@aws-sdk/client-cloudformation";
import { DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from "@aws-sdk/client-dynamodb";
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { type DowserError, fail } from "../../errors.ts";
import { crawlsIn, isUnknownStack, refusedByAws, type StackClients } from "./find-stack.ts";

/** Longest wait for the deletion, in seconds: functions and their log groups take minutes. */
const MAX_WAIT_SECONDS = 30 * 60;

/** The clients for removing a stack. */
export interface RemovalClients {
  readonly cloudFormation: CloudFormationClient;
  readonly s3: S3Client;
  readonly dynamo: DynamoDBClient;
}

/** A stack to remove, also one that could not be made to the end. */
export interface RemovableStack {
  /** Its ARN, which still identifies it after deletion. */
  readonly id: string;
  readonly name: string;
  /** What it says of itself; empty where it says nothing, as some emulators drop it. */
  readonly description: string;
  /** Whether a crawl is all of it. */
  readonly isCrawl: boolean;
  /** Absent where it was not made. */
  readonly bucket: string | undefined;
  readonly table: string | undefined;
}

/** Creates clients for a removal, in the account and region that the environment names. */
export function openRemovalClients(): RemovalClients & StackClients {
  return {
    cloudFormation: new CloudFormationClient(),
    secretsManager: new SecretsManagerClient(),
    s3: new S3Client(),
    dynamo: new DynamoDBClient(),
  };
}

/** A resource that a deletion has left behind. */
interface LeftResource {
  readonly type: string;
  readonly id: string;
}

/**
 * Finds a stack, and what of it is kept when it is deleted.
 * @throws DowserError `no-stack`, `aws-refused`
 */
export async function removableStack(
  name: string,
  { cloudFormation: client }: Pick<RemovalClients, "cloudFormation">,
): Promise<RemovableStack> {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    const { StackId: id = name, Description: description = "", Outputs = [] } = Stacks[0] ?? {};
    const resources = await resourcesOf(id, client);
    const idOf = (type: string) =>
      resources.find(({ ResourceType }) => ResourceType === type)?.PhysicalResourceId;
    const isCrawl = crawlsIn(Outputs).some(({ prefix }) => prefix === "");
    const [bucket, table] = [idOf(BUCKET), idOf("AWS::DynamoDB::Table")];
    return { id, name, description, isCrawl, bucket, table };
  } catch (error) {
    throw isUnknownStack(error) ? fail("no-stack", { stack: name }, error) : refusedByAws(error);
  }
}

/**
 * Lets a stack and its table be deleted, from which a click is kept away.
 * @throws DowserError `aws-refused`
 */
export async function liftProtection(
  { name: StackName, table: TableName }: RemovableStack,
  { cloudFormation, dynamo }: Pick<RemovalClients, "cloudFormation" | "dynamo">,
): Promise<void> {
  try {
    await cloudFormation.send(
      new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }),
    );
    if (TableName === undefined) return;
    const { Table } = await dynamo.send(new DescribeTableCommand({ TableName }));
    if (Table?.DeletionProtectionEnabled !== true) return;
    await dynamo.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
  } catch (error) {
    // One that was never made to the end.
    if (error instanceof Error && error.name === "ResourceNotFoundException") return;
    throw refusedByAws(error);
  }
}

/**
 * Removes everything from the stack's bucket. Returns the number of objects.
 * @throws DowserError `aws-refused`
 */
export async function emptyBucket(
  { bucket: Bucket }: Pick<RemovableStack, "bucket">,
  { s3 }: Pick<RemovalClients, "s3">,
): Promise<number> {
  let removed = 0;
  if (Bucket === undefined) return removed;
  try {
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket })) {
      if (Contents.length === 0) continue;
      const Objects = Contents.map(({ Key }) => ({ Key }));
      const { Errors: [first] = [] } = await s3.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
      );
      if (first !== undefined) throw new Error(`${first.Key}: ${first.Message}`);
      removed += Objects.length;
    }
  } catch (error) {
    if (!isGone(error)) throw refusedByAws(error);
  }
  return removed;
}

/** Deletes the bucket that its stack has left behind. */
async function deleteBucket(
  stack: RemovableStack,
  clients: Pick<RemovalClients, "s3">,
): Promise<void> {
  if (stack.bucket === undefined) return;
  // A function may have written until it was deleted itself.
  await emptyBucket(stack, clients);
  try {
    await clients.s3.send(new DeleteBucketCommand({ Bucket: stack.bucket }));
  } catch (error) {
    // Stacks of older versions delete their buckets themselves.
    if (!isGone(error)) throw refusedByAws(error);
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && error.name === "NoSuchBucket";
}

/**
 * Deletes a stack, waits until it is gone, and deletes its bucket. Returns the resources that are left.
 * @throws DowserError `stack-not-deleted`, `aws-refused`
 */
export async function deleteStack(
  stack: RemovableStack,
  clients: Pick<RemovalClients, "cloudFormation" | "s3">,
): Promise<readonly LeftResource[]> {
  const { id, name, bucket } = stack;
  const { cloudFormation: client } = clients;
  try {
    await client.send(new DeleteStackCommand({ StackName: name }));
  } catch (error) {
    throw refusedByAws(error);
  }
  try {
    await waitUntilStackDeleteComplete(
      { client, maxWaitTime: MAX_WAIT_SECONDS, minDelay: 2, maxDelay: 15 },
      { StackName: id },
    );
  } catch (cause) {
    throw notDeleted(name, await leftOf(id, client), cause);
  }
  await deleteBucket(stack, clients);
  const left = await leftOf(id, client);
  return left.filter((resource) => resource.type !== BUCKET || resource.id !== bucket);
}

const BUCKET = "AWS::S3::Bucket";

async function leftOf(id: string, client: CloudFormationClient): Promise<LeftResource[]> {
  try {
    const left = await resourcesOf(id, client);
    return left
      .filter(({ ResourceStatus }) => ResourceStatus !== "DELETE_COMPLETE")
      .map(({ ResourceType = "", LogicalResourceId = "", PhysicalResourceId }) => ({
        type: ResourceType,
        id: PhysicalResourceId ?? LogicalResourceId,
      }));
  } catch (error) {
    if (!isUnknownStack(error)) throw refusedByAws(error);
  }
  return [];
}

async function resourcesOf(
  id: string,
  client: CloudFormationClient,
): Promise<readonly StackResourceSummary[]> {
  const resources: StackResourceSummary[] = [];
  for await (const page of paginateListStackResources({ client }, { StackName: id }))
    resources.push(...(page.StackResourceSummaries ?? []));
  return resources;
}

function notDeleted(name: string, left: readonly LeftResource[], cause: unknown): DowserError {
  const what = left.map(({ type, id }) => `${type} ${id}`).join(", ");
  return fail(
    "stack-not-deleted",
    { stack: name, left: what === "" ? "" : `; left are ${what}`, value: left },
    cause,
  );
}
