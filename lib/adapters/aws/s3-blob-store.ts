import { randomUUID } from "node:crypto";
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";

import { fail } from "../../errors.ts";
import type { BlobStore, ByteRange } from "../../ports/blob-store.ts";
import { chunked } from "./chunked.ts";

/** Keys that one request deletes. */
const KEYS_A_DELETION = 1_000;

/** Times that a put is tried when it conflicts with another put of the same key. */
const MAX_PUTS = 5;

/** The place of the objects. */
export interface S3BlobStoreSettings {
  readonly client: S3Client;
  readonly bucket: string;
}

/**
 * Creates a blob store over one bucket. A put of an existing key costs a request and changes
 * nothing.
 */
export function createS3BlobStore(settings: S3BlobStoreSettings): BlobStore {
  return {
    putNew: (key, bytes) => putNew(settings, key, bytes),
    get: (key, range) => getObject(settings, key, range),
    async replace(key, bytes) {
      const { client, bucket } = settings;
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }));
    },
    list: (prefix) => listKeys(settings, prefix),
    remove: (keys) => removeObjects(settings, keys),
  };
}

/**
 * The answer to a presigned URL. A page is data: no browser may run its scripts, on the bucket's
 * origin or from the file that it saves. S3 cannot send `nosniff`. Browsers take this type as
 * it is, while in other spellings (`UTF-8`) they would look for binary data (WHATWG MIME Sniffing,
 * section 7.2).
 */
const AS_TEXT_FILE = {
  ResponseContentType: "text/plain; charset=utf-8",
  ResponseContentDisposition: 'attachment; filename="page.txt"',
};

/** Media types of what the stack itself has written, by the endings of its keys. */
const OWN_TYPES = new Map([
  ["gz", "application/gzip"],
  ["html", "text/html; charset=utf-8"],
  ["json", "application/json"],
  ["txt", "text/plain; charset=utf-8"],
]);

/** The answer to a presigned URL of an export or a report: a file under the name of its object. */
function asOwnFile(key: string) {
  const name = key.split("/").at(-1) ?? "";
  return {
    ResponseContentType: OWN_TYPES.get(name.split(".").at(-1) ?? "") ?? "application/octet-stream",
    ResponseContentDisposition: `attachment; filename="${name}"`,
  };
}

/**
 * Returns a URL under which anybody may download the object for the given seconds, at most a week:
 * as a text file, or as the file that the stack has written.
 */
export function presignedUrl(
  { client, bucket }: S3BlobStoreSettings,
  key: string,
  seconds: number,
  as: "text" | "own file" = "text",
): Promise<string> {
  const how = as === "text" ? AS_TEXT_FILE : asOwnFile(key);
  const command = new GetObjectCommand({ Bucket: bucket, Key: key, ...how });
  return getSignedUrl(client, command, { expiresIn: seconds });
}

/**
 * Returns a request by which anybody may store one object for the given seconds, and only `bytes` bytes with this SHA-256, in hex: S3
 * compares the length with the signature, and the digest with the body.
 */
export async function presignedPut(
  { client, bucket }: S3BlobStoreSettings,
  key: string,
  { bytes, sha256 }: { readonly bytes: number; readonly sha256: string },
  seconds: number,
): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }> {
  const digest = Buffer.from(sha256, "hex").toString("base64");
  const place = { Bucket: bucket, Key: key };
  const command = new PutObjectCommand({ ...place, ContentLength: bytes, ChecksumSHA256: digest });
  const checksum = "x-amz-checksum-sha256";
  const signed = new Set(["content-length", checksum]);
  const url = await getSignedUrl(client, command, {
    expiresIn: seconds,
    signableHeaders: signed,
    // In the query, S3 would compare nothing with it.
    unhoistableHeaders: signed,
  });
  return { url, headers: { "content-length": String(bytes), [checksum]: digest } };
}

async function putNew(
  { client, bucket }: S3BlobStoreSettings,
  key: string,
  bytes: Uint8Array,
): Promise<boolean> {
  const write = randomUUID();
  const place = { Bucket: bucket, Key: key };
  const command = { ...place, Body: bytes, IfNoneMatch: "*", Metadata: { write } };
  for (let puts = 1; ; puts++) {
    try {
      await client.send(new PutObjectCommand(command));
      return true;
    } catch (error) {
      const status = statusOf(error);
      // Another put of the key is in progress and may still fail: only 412 proves that an object
      // exists.
      if (status === 409 && puts < MAX_PUTS) continue;
      if (status !== 412) throw error;
      // The answer of the first attempt may be lost: then the next attempt finds what the first one
      // wrote.
      if (puts === 1 && attemptsOf(error) === 1) return false;
      const { Metadata } = await client.send(new HeadObjectCommand(place));
      return Metadata?.["write"] === write;
    }
  }
}

async function getObject(
  { client, bucket }: S3BlobStoreSettings,
  key: string,
  range: ByteRange | undefined,
): Promise<Uint8Array | undefined> {
  if (range?.length === 0) return new Uint8Array();
  const part =
    range === undefined
      ? {}
      : { Range: `bytes=${range.offset}-${range.offset + range.length - 1}` };
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...part }));
    return Body === undefined ? new Uint8Array() : await Body.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    if (statusOf(error) === 416) return new Uint8Array();
    throw error;
  }
}

async function* listKeys(
  { client, bucket }: S3BlobStoreSettings,
  prefix: string,
): AsyncGenerator<string> {
  const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
  for await (const { Contents = [] } of pages) {
    for (const { Key } of Contents) if (Key !== undefined) yield Key;
  }
}

async function removeObjects(
  { client, bucket }: S3BlobStoreSettings,
  keys: readonly string[],
): Promise<void> {
  for (const some of chunked(keys, KEYS_A_DELETION)) {
    const Objects = some.map((Key) => ({ Key }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    const [first] = Errors;
    if (first === undefined) continue;
    throw fail("objects-not-removed", {
      count: Errors.length,
      code: String(first.Code),
      message: String(first.Message),
      value: Errors.map(({ Key }) => Key),
    });
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/**
 * Returns the number of requests made for one call: the SDK repeats those that failed temporarily.
 */
function attemptsOf(error: unknown): number {
  return (error instanceof S3ServiceException ? error.$metadata.attempts : undefined) ?? 1;
}
