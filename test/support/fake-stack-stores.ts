import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { mockClient } from "aws-sdk-client-mock";
import { memoryBlobStore } from "./memory-blob-store.ts";

/**
 * Returns table and bucket of a stack in memory, behind every client of this process until they are
 * restored. Conditions of writes are not checked: no other process writes.
 */
export function fakeStackStores() {
  const dynamo = mockClient(DynamoDBClient);
  const s3 = mockClient(S3Client);
  const items = new Map<string, Record<string, unknown>>();
  const blobs = memoryBlobStore();
  const keyOf = ({ pk, sk }: Record<string, { S?: string }>) => `${pk?.S} ${sk?.S}`;
  dynamo.on(GetItemCommand).callsFake(({ Key }) => ({ Item: items.get(keyOf(Key)) }));
  dynamo.on(QueryCommand).resolves({ Items: [] });
  dynamo.on(PutItemCommand).callsFake(({ Item }) => {
    items.set(keyOf(Item), Item);
    return {};
  });
  s3.on(GetObjectCommand).callsFake(async ({ Key }) => {
    const bytes = await blobs.get(Key);
    if (bytes === undefined) throw new NoSuchKey({ $metadata: {}, message: Key });
    return { Body: { transformToByteArray: async () => bytes } };
  });
  s3.on(PutObjectCommand).callsFake(async ({ Key, Body }) => {
    await blobs.putNew(Key, Body);
    return {};
  });
  return {
    items,
    blobs,
    restore() {
      dynamo.restore();
      s3.restore();
    },
  };
}
