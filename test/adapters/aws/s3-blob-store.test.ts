import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { mockClient } from "aws-sdk-client-mock";
import { createS3BlobStore } from "../../../lib/adapters/aws/s3-blob-store.ts";
import { collect } from "../../support/collect.ts";

const client = new S3Client({ region: "us-east-1" });
const s3 = mockClient(client);
const store = createS3BlobStore({
  client,
  bucket: "bucket",
});
beforeEach(() => s3.reset());

function refusal(status: number, attempts = 1): S3ServiceException {
  return new S3ServiceException({
    name: String(status),
    $fault: "client",
    $metadata: { httpStatusCode: status, attempts },
  });
}

describe("a put into S3", () => {
  const bytes = new Uint8Array([1, 2]);

  it("is made on the condition that nothing lies there", async () => {
    s3.on(PutObjectCommand).resolves({});
    assert.equal(await store.putNew("a", bytes), true);
    const [call] = s3.commandCalls(PutObjectCommand);
    assert.equal(call?.args[0].input.IfNoneMatch, "*");
  });

  it("is false where something lies there, without another request", async () => {
    s3.on(PutObjectCommand).rejects(refusal(412));
    assert.equal(await store.putNew("a", bytes), false);
    assert.equal(s3.calls().length, 1);
  });

  it("is made again where another one is under way, which may come to nothing", async () => {
    s3.on(PutObjectCommand).rejectsOnce(refusal(409)).resolves({});
    assert.equal(await store.putNew("a", bytes), true);
  });

  it("is false where the other one came to something", async () => {
    s3.on(PutObjectCommand).rejectsOnce(refusal(409)).rejects(refusal(412));
    s3.on(HeadObjectCommand).resolves({ Metadata: { write: "another" } });
    assert.equal(await store.putNew("a", bytes), false);
  });

  it("raises a conflict that does not end", async () => {
    s3.on(PutObjectCommand).rejects(refusal(409));
    await assert.rejects(store.putNew("a", bytes), { name: "409" });
    assert.equal(s3.calls().length, 5);
  });

  for (const [whose, isOwn] of [
    ["its own", true],
    ["another's", false],
  ] as const) {
    it(`that was repeated by the SDK tells whose object lies there: ${whose}`, async () => {
      s3.on(PutObjectCommand).rejects(refusal(412, 2));
      s3.on(HeadObjectCommand).callsFake(() => {
        const [put] = s3.commandCalls(PutObjectCommand);
        return { Metadata: isOwn ? put?.args[0].input.Metadata : { write: "another" } };
      });
      assert.equal(await store.putNew("a", bytes), isOwn);
    });
  }

  it("raises every other error", async () => {
    s3.on(PutObjectCommand).rejects(refusal(403));
    await assert.rejects(store.putNew("a", bytes), { name: "403" });
  });
});

describe("a read from S3", () => {
  it("asks for the bytes of a range, both ends of it included", async () => {
    s3.on(GetObjectCommand).resolves({});
    await store.get("a", { offset: 10, length: 5 });
    assert.equal(s3.commandCalls(GetObjectCommand)[0]?.args[0].input.Range, "bytes=10-14");
  });

  it("gives nothing of a range behind the end, or of no length", async () => {
    s3.on(GetObjectCommand).rejects(refusal(416));
    assert.equal((await store.get("a", { offset: 10, length: 5 }))?.length, 0);
    assert.equal((await store.get("a", { offset: 0, length: 0 }))?.length, 0);
    assert.equal(s3.calls().length, 1);
  });

  it("raises what is no missing key", async () => {
    s3.on(GetObjectCommand).rejects(refusal(403));
    await assert.rejects(store.get("a"), { name: "403" });
  });
});

describe("keys of S3", () => {
  it("are listed page by page", async () => {
    s3.on(ListObjectsV2Command, { Prefix: "a" })
      .resolvesOnce({ Contents: [{ Key: "a1" }], IsTruncated: true, NextContinuationToken: "next" })
      .resolves({ Contents: [{ Key: "a2" }] });
    assert.deepEqual(await collect(store.list("a")), ["a1", "a2"]);
    assert.equal(s3.commandCalls(ListObjectsV2Command)[1]?.args[0].input.ContinuationToken, "next");
  });

  it("are removed by the thousand", async () => {
    s3.on(DeleteObjectsCommand).resolves({});
    await store.remove(Array.from({ length: 2_001 }, (_, i) => `${i}`));
    assert.deepEqual(
      s3
        .commandCalls(DeleteObjectsCommand)
        .map(({ args }) => args[0].input.Delete?.Objects?.length),
      [1_000, 1_000, 1],
    );
  });

  it("that were not removed are named", async () => {
    s3.on(DeleteObjectsCommand).resolves({
      Errors: [{ Key: "b", Code: "AccessDenied", Message: "no" }],
    });
    await assert.rejects(store.remove(["a", "b"]), { code: "objects-not-removed", value: ["b"] });
  });
});
