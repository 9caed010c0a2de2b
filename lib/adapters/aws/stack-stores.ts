import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { KeyValueStore } from "../../ports/key-value-store.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import { createDynamoLabelStore } from "./dynamo-label-store.ts";
import { createDynamoKeyValueStore } from "./dynamo-table.ts";
import { createS3BlobStore } from "./s3-blob-store.ts";

/** Opens the stores of a stack, in the account and region that the environment names. */
export function openStackStores({
  bucket,
  table: tableName,
}: {
  readonly bucket: string;
  readonly table: string;
}): {
  readonly keyValueStore: KeyValueStore;
  readonly blobs: BlobStore;
  readonly labels: LabelStore;
} {
  const table = { client: new DynamoDBClient(), tableName };
  return {
    keyValueStore: createDynamoKeyValueStore(table),
    blobs: createS3BlobStore({ client: new S3Client(), bucket }),
    labels: createDynamoLabelStore(table),
  };
}
