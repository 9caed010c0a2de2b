import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bundleText, storedBundle } from "../../lib/stack/bundle.ts";
import { aBundle } from "../support/a-bundle.ts";
import { memoryBlobStore } from "../support/memory-blob-store.ts";

describe("a stored bundle", () => {
  it("A stored bundle is read as it was written", async () => {
    const blobs = memoryBlobStore();
    const bundle = aBundle({ year: 2031 });
    await blobs.putNew("plans/1", Buffer.from(bundleText(bundle)));
    assert.equal(bundleText(await storedBundle(blobs, "plans/1")), bundleText(bundle));
  });

  it("A stored bundle is missing when none was written", async () => {
    const missing = storedBundle(memoryBlobStore(), "plans/1");
    await assert.rejects(missing, {
      ...{ code: "plan-missing", reaction: "stop-crawl", value: "plans/1" },
      message: "the plan plans/1 is gone",
    });
  });
});
