import {
  CloudFormationClient,
  DeleteStackCommand,
  paginateListStackResources,
  waitUntilStackDeleteComplete,
} from "@aws-sdk/client-cloudformation";
import { DeleteObjectsCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { type DowserError, fail } from "../../errors.ts";
import { type FoundStack, isUnknownStack, refusedByAws, type StackClients } from "./find-stack.ts";

/** Longest wait for the deletion, in seconds: functions and their log groups take minutes. */
const MAX_WAIT_SECONDS = 30 * 60;

/** The clients for removing a stack. */
export interface RemovalClients {
  readonly cloudFormation: CloudFormationClient;
  readonly s3: S3Client;
}

/** Creates clients for a removal, in the account and region that the environment names. */
export function openRemovalClients(): RemovalClients & StackClients {
  return {
    cloudFormation: new CloudFormationClient(),
    secretsManager: new SecretsManagerClient(),
    s3: new S3Client(),
  };
}

/** A resource that a deletion has left behind. */
interface LeftResource {
  readonly type: string;
  readonly id: string;
}

/**
 * Removes everything from the stack's bucket, which cannot be deleted before. Returns the number of
 * objects.
 * @throws DowserError `aws-refused`
 */
export async function emptyBucket(
  { bucket: Bucket }: Pick<FoundStack, "bucket">,
  { s3 }: Pick<RemovalClients, "s3">,
): Promise<number> {
  let removed = 0;
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
    throw refusedByAws(error);
  }
  return removed;
}

/**
 * Deletes a stack and waits until it is gone. Returns the resources that are left.
 * @throws DowserError `stack-not-deleted`, `aws-refused`
 */
export async function deleteStack(
  { id, name }: FoundStack,
  { cloudFormation: client }: Pick<RemovalClients, "cloudFormation">,
): Promise<readonly LeftResource[]> {
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
  return leftOf(id, client);
}

async function leftOf(id: string, client: CloudFormationClient): Promise<LeftResource[]> {
  const left: LeftResource[] = [];
  try {
    for await (const page of paginateListStackResources({ client }, { StackName: id })) {
      for (const resource of page.StackResourceSummaries ?? []) {
        if (resource.ResourceStatus === "DELETE_COMPLETE") continue;
        left.push({
          type: resource.ResourceType ?? "",
          id: resource.PhysicalResourceId ?? resource.LogicalResourceId ?? "",
        });
      }
    }
  } catch (error) {
    if (!isUnknownStack(error)) throw refusedByAws(error);
  }
  return left;
}

function notDeleted(name: string, left: readonly LeftResource[], cause: unknown): DowserError {
  const what = left.map(({ type, id }) => `${type} ${id}`).join(", ");
  return fail(
    "stack-not-deleted",
    { stack: name, left: what === "" ? "" : `; left are ${what}`, value: left },
    cause,
  );
}
