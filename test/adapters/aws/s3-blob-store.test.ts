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
import {
  createS3BlobStore,
  presignedPut,
  presignedUrl,
} from "../../../lib/adapters/aws/s3-blob-store.ts";
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

  it("A put into S3 is made on the condition that the key is free", async () => {
    s3.on(PutObjectCommand).resolves({});
    assert.equal(await store.putNew("a", bytes), true);
    const [call] = s3.commandCalls(PutObjectCommand);
    assert.equal(call?.args[0].input.IfNoneMatch, "*");
  });

  it("A put into S3 returns false when the key is taken, without another request", async () => {
    s3.on(PutObjectCommand).rejects(refusal(412));
    assert.equal(await store.putNew("a", bytes), false);
    assert.equal(s3.calls().length, 1);
  });

  it("A put into S3 is repeated while another put is under way, which may fail", async () => {
    s3.on(PutObjectCommand).rejectsOnce(refusal(409)).resolves({});
    assert.equal(await store.putNew("a", bytes), true);
  });

  it("A put into S3 returns false when the other put succeeded", async () => {
    s3.on(PutObjectCommand).rejectsOnce(refusal(409)).rejects(refusal(412));
    s3.on(HeadObjectCommand).resolves({ Metadata: { write: "another" } });
    assert.equal(await store.putNew("a", bytes), false);
  });

  it("A put into S3 raises a conflict that does not end", async () => {
    s3.on(PutObjectCommand).rejects(refusal(409));
    await assert.rejects(store.putNew("a", bytes), { name: "409" });
    assert.equal(s3.calls().length, 5);
  });

  for (const [whose, isOwn] of [
    ["its own", true],
    ["another's", false],
  ] as const) {
    it(`A put into S3 that the SDK repeated detects whose object is stored: ${whose}`, async () => {
      s3.on(PutObjectCommand).rejects(refusal(412, 2));
      s3.on(HeadObjectCommand).callsFake(() => {
        const [put] = s3.commandCalls(PutObjectCommand);
        return { Metadata: isOwn ? put?.args[0].input.Metadata : { write: "another" } };
      });
      assert.equal(await store.putNew("a", bytes), isOwn);
    });
  }

  it("A put into S3 raises every other error", async () => {
    s3.on(PutObjectCommand).rejects(refusal(403));
    await assert.rejects(store.putNew("a", bytes), { name: "403" });
  });
});

describe("a read from S3", () => {
  it("A read from S3 asks for the bytes of a range, both ends included", async () => {
    s3.on(GetObjectCommand).resolves({});
    await store.get("a", { offset: 10, length: 5 });
    assert.equal(s3.commandCalls(GetObjectCommand)[0]?.args[0].input.Range, "bytes=10-14");
  });

  it("A read from S3 gives nothing for a range beyond the end or of no length", async () => {
    s3.on(GetObjectCommand).rejects(refusal(416));
    assert.equal((await store.get("a", { offset: 10, length: 5 }))?.length, 0);
    assert.equal((await store.get("a", { offset: 0, length: 0 }))?.length, 0);
    assert.equal(s3.calls().length, 1);
  });

  it("A read from S3 raises every error but a missing key", async () => {
    s3.on(GetObjectCommand).rejects(refusal(403));
    await assert.rejects(store.get("a"), { name: "403" });
  });
});

describe("keys of S3", () => {
  it("S3 keys are listed page by page", async () => {
    s3.on(ListObjectsV2Command, { Prefix: "a" })
      .resolvesOnce({ Contents: [{ Key: "a1" }], IsTruncated: true, NextContinuationToken: "next" })
      .resolves({ Contents: [{ Key: "a2" }] });
    assert.deepEqual(await collect(store.list("a")), ["a1", "a2"]);
    assert.equal(s3.commandCalls(ListObjectsV2Command)[1]?.args[0].input.ContinuationToken, "next");
  });

  it("S3 keys are removed by the thousand", async () => {
    s3.on(DeleteObjectsCommand).resolves({});
    await store.remove(Array.from({ length: 2_001 }, (_, i) => `${i}`));
    assert.deepEqual(
      s3
        .commandCalls(DeleteObjectsCommand)
        .map(({ args }) => args[0].input.Delete?.Objects?.length),
      [1_000, 1_000, 1],
    );
  });

  it("S3 removal names the keys that were not removed", async () => {
    s3.on(DeleteObjectsCommand).resolves({
      Errors: [{ Key: "b", Code: "AccessDenied", Message: "no" }],
    });
    await assert.rejects(store.remove(["a", "b"]), { code: "objects-not-removed", value: ["b"] });
  });
});

describe("a presigned URL of S3", () => {
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const signer = new S3Client({ region: "us-east-1", credentials });
  const bucket = { client: signer, bucket: "bucket" };

  it("A presigned URL of S3 gives a text file to download, which no browser runs as a page", async () => {
    const { searchParams: signed } = new URL(await presignedUrl(bucket, "html/a.html", 60));
    assert.equal(signed.get("response-content-type"), "text/plain; charset=utf-8");
    assert.equal(signed.get("response-content-disposition"), 'attachment; filename="page.txt"');
    assert.equal(signed.get("X-Amz-Expires"), "60");
  });

  it("A presigned request stores bytes of the signed length and digest alone: both are headers that S3 compares", async () => {
    const sha256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    const { url, headers } = await presignedPut(bucket, "files/a", { bytes: 5, sha256 }, 60);
    const { searchParams: signed, pathname } = new URL(url);
    assert.deepEqual(
      [pathname, signed.get("X-Amz-Expires"), signed.get("X-Amz-SignedHeaders")],
      ["/files/a", "60", "content-length;host;x-amz-checksum-sha256"],
    );
    assert.deepEqual(headers, {
      "content-length": "5",
      "x-amz-checksum-sha256": "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=",
    });
    assert.equal(signed.has("x-amz-checksum-crc32"), false);
  });

  for (const [name, type] of [
    ["targets-00001.csv.gz", "application/gzip"],
    ["report.html", "text/html; charset=utf-8"],
    ["report.json", "application/json"],
    ["report.txt", "text/plain; charset=utf-8"],
  ] as const) {
    it(`A presigned URL of S3 gives ${name}, which the stack has written, to download under its name`, async () => {
      const url = await presignedUrl(bucket, `exports/c/1/${name}`, 60, "own file");
      const { searchParams: signed } = new URL(url);
      assert.equal(signed.get("response-content-type"), type);
      assert.equal(signed.get("response-content-disposition"), `attachment; filename="${name}"`);
    });
  }
});
