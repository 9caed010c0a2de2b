import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { createS3BlobStore } from "../lib/adapters/aws/s3-blob-store.ts";
import type { Environments } from "./environment.ts";
import { meterRuns } from "./metered-run.ts";

/** The table and the bucket of a stack, for a function whose use is counted from here on. */
export function openMeteredStores({
  TABLE_NAME: tableName,
  BUCKET_NAME: bucket,
}: Environments["train-model"]) {
  // Lambda sets it, and bills by it.
  const run = meterRuns(Number(process.env["AWS_LAMBDA_FUNCTION_MEMORY_SIZE"] ?? 0));
  return {
    run,
    table: { client: run.watch(new DynamoDBClient()), tableName },
    blobs: createS3BlobStore({ client: run.watch(new S3Client()), bucket }),
  };
}
