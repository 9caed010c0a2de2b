import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createS3BlobStore, presignedUrl } from "../../lib/adapters/aws/s3-blob-store.ts";
import { describeBlobStore } from "../contract/blob-store.ts";
import { aBucket, skip } from "./support/ministack.ts";

describe("on MiniStack", { skip }, () => {
  describeBlobStore("S3", async () => createS3BlobStore(await aBucket()));

  it("An object on MiniStack can be downloaded as text under a presigned URL by whoever has it", async () => {
    const bucket = await aBucket();
    await createS3BlobStore(bucket).putNew("html/a.html", Buffer.from("<script>bees"));
    const response = await fetch(await presignedUrl(bucket, "html/a.html", 60));
    assert.equal(await response.text(), "<script>bees");
    assert.equal(response.headers.get("content-type"), "text/plain; charset=utf-8");
    assert.match(response.headers.get("content-disposition") ?? "", /^attachment;/);
  });
});
