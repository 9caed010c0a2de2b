import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { storesOpener } from "../../functions/wiring/open-stores.ts";
import { systemClock } from "../../lib/adapters/system-clock.ts";
import { PLANNER_DISK_BYTES } from "../../lib/project/stack-limits.ts";
import { aPlan, aPolicy } from "../support/a-crawl.ts";
import { memoryBlobStore } from "../support/memory-blob-store.ts";

describe("how full a planner is", () => {
  it("It is the share of its disk that the databases take, or that of its memory", async (test) => {
    const open = storesOpener(memoryBlobStore(), systemClock);
    const stores = await open(aPolicy(aPlan()), [], 1, null);
    const before = process.env["AWS_LAMBDA_FUNCTION_MEMORY_SIZE"];
    test.after(() => {
      stores.close();
      if (before === undefined) delete process.env["AWS_LAMBDA_FUNCTION_MEMORY_SIZE"];
      else process.env["AWS_LAMBDA_FUNCTION_MEMORY_SIZE"] = before;
    });
    delete process.env["AWS_LAMBDA_FUNCTION_MEMORY_SIZE"];
    const bytes = (await stores.fill()) * PLANNER_DISK_BYTES;
    assert.ok(bytes > 4_096 && bytes < 10_000_000, `${bytes} bytes`);
    process.env["AWS_LAMBDA_FUNCTION_MEMORY_SIZE"] = "10";
    assert.ok((await stores.fill()) > 1);
  });
});
