import { randomUUID } from "node:crypto";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { CreateQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoTable } from "../../../lib/adapters/aws/dynamo-table.ts";
import type { S3BlobStoreSettings } from "../../../lib/adapters/aws/s3-blob-store.ts";
import type { SqsQueueSettings } from "../../../lib/adapters/aws/sqs-queue.ts";
import { systemClock } from "../../../lib/adapters/system-clock.ts";

const endpoint = process.env["AWS_ENDPOINT_URL"];

/** Why suites on MiniStack do not run; `false` when it is installed. */
export const skip =
  endpoint === undefined || new URL(endpoint).hostname !== "127.0.0.1"
    ? "AWS_ENDPOINT_URL names no MiniStack on 127.0.0.1"
    : false;

const settings = {
  endpoint: endpoint ?? "http://127.0.0.1:9",
  region: "us-east-1",
  credentials: { accessKeyId: "test", secretAccessKey: "test" },
};
export const s3 = new S3Client({ ...settings, forcePathStyle: true });
export const sqs = new SQSClient(settings);
export const dynamo = new DynamoDBClient(settings);

/** A bucket of its own for each test. */
export async function aBucket(): Promise<S3BlobStoreSettings> {
  const bucket = `dowser-${randomUUID()}`;
  await s3.send(new CreateBucketCommand({ Bucket: bucket }));
  return { client: s3, bucket };
}

/** A queue of its own for each test, which delivers again after so many seconds. */
export async function aQueue(visibilitySeconds: number): Promise<SqsQueueSettings> {
  const { QueueUrl = "" } = await sqs.send(
    new CreateQueueCommand({
      QueueName: `dowser-${randomUUID()}`,
      Attributes: { VisibilityTimeout: String(visibilitySeconds) },
    }),
  );
  return { client: sqs, queueUrl: QueueUrl, clock: systemClock };
}

/** A table of its own for each test. */
export async function aTable(): Promise<DynamoTable> {
  const tableName = `dowser-${randomUUID()}`;
  await dynamo.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({
        AttributeName,
        AttributeType: "S" as const,
      })),
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
    }),
  );
  return { client: dynamo, tableName };
}
