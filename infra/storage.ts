import { CfnResource, Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { AttributeType, BillingMode, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";

import type { GivenSecret } from "../lib/project/given-secrets.ts";
import { PERMISSIONS } from "./permissions.ts";

/** Adds the bucket of journal, batches, pages, models and plans; it stays when the stack is deleted, but not when it cannot be made. */
export function addBucket(scope: Construct): Bucket {
  const bucket = new Bucket(scope, "Bucket", {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    lifecycleRules: [
      // Results, read once by the planner: a notice of one lives in its queue for two weeks at most.
      { id: "results-taken-in", prefix: "batches/", expiration: Duration.days(30) },
      { id: "exports-downloaded", prefix: "exports/", expiration: Duration.days(30) },
      { id: "queues-told", prefix: "frontier/", expiration: Duration.days(7) },
      { id: "files-read", prefix: "files/", expiration: Duration.days(1) },
      { id: "copies-for-readers", prefix: "html/", expiration: Duration.days(1) },
      { id: "broken-uploads", abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  Validations.of(bucket).acknowledge({
    id: "AwsSolutions-S1",
    reason:
      "Private, and read by the stack's own functions: a log of each access would cost more than it tells.",
  });
  return bucket;
}

/**
 * Acknowledges permissions on all keys of a kind: the names of a crawl's objects are not known in
 * advance.
 */
export function acknowledgeKeyPatterns(scope: Construct, bucket: Bucket): void {
  const resource = bucket.node.defaultChild;
  if (!CfnResource.isCfnResource(resource)) return;
  const bucketId = Stack.of(scope).getLogicalId(resource);
  const patterns = Object.values(PERMISSIONS)
    .flat()
    .flatMap(({ on, at = [] }) => (on === "bucket" ? at : []));
  for (const pattern of new Set(patterns)) {
    Validations.of(scope).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${pattern}]`,
      reason: "All objects of one kind, of the stack's own bucket: a crawl names them as it goes.",
    });
  }
}

/** Acknowledges that traces are sent to no single resource, which is its ARN. */
export function acknowledgeAnyTrace(scope: Construct): string {
  Validations.of(scope).acknowledge({
    id: "AwsSolutions-IAM5[Resource::*]",
    reason: "X-Ray grants the right to send traces on no single resource.",
  });
  return "*";
}

/** Adds the table of versioned keys, labels, page listing and robots rules; nobody deletes it by a click. */
export function addTable(scope: Construct): Table {
  return new Table(scope, "Table", {
    partitionKey: { name: "pk", type: AttributeType.STRING },
    sortKey: { name: "sk", type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    encryption: TableEncryption.AWS_MANAGED,
    // For claims and robots rules, which are needed only for a time.
    timeToLiveAttribute: "expiresAt",
    deletionProtection: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}

/** Adds a secret whose value others have issued; `dowser deploy` replaces the generated one. */
export function addGivenSecret(
  scope: Construct,
  { name, description, reason }: Pick<GivenSecret, "name" | "description" | "reason">,
): Secret {
  const secret = new Secret(scope, name, { description, removalPolicy: RemovalPolicy.DESTROY });
  Validations.of(secret).acknowledge({ id: "AwsSolutions-SMG4", reason });
  return secret;
}

/** Adds the token that requests to the API must carry, generated with the stack. */
export function addToken(scope: Construct): Secret {
  const token = new Secret(scope, "Token", {
    description: "Bearer token of the HTTP API",
    generateSecretString: { passwordLength: 48, excludePunctuation: true },
    removalPolicy: RemovalPolicy.DESTROY,
  });
  Validations.of(token).acknowledge({
    id: "AwsSolutions-SMG4",
    reason:
      "Its users hold it, so that it cannot change by itself; a new value counts after five minutes.",
  });
  return token;
}
