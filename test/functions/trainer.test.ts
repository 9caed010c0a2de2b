import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Context } from "aws-lambda";
import { aLambdaContext } from "../support/a-lambda-context.ts";
import { fakeStackStores } from "../support/fake-stack-stores.ts";
import { setFunctionEnvironment } from "../support/function-environment.ts";

describe("trainer", () => {
  let handler: (event: unknown, context: Context) => Promise<unknown>;
  let stores: ReturnType<typeof fakeStackStores>;

  before(async () => {
    setFunctionEnvironment();
    stores = fakeStackStores();
    ({ handler } = await import("../../functions/trainer.ts"));
  });

  after(() => stores.restore());

  it("The trainer trains nothing and writes nothing when no crawl is ordered", async () => {
    await handler({}, aLambdaContext());
    assert.equal(stores.items.size + stores.blobs.objects.size, 0);
  });

  it("The trainer fails on a register that was not written by Dowser", async () => {
    stores.items.set("REGISTER order", { version: { N: "1" }, value: { S: "7" } });
    await assert.rejects(handler({}, aLambdaContext()), { code: "stack-state-damaged" });
  });
});
