import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { errorSchema } from "../../../lib/stack/api/schemas.ts";
import { serveApi } from "../../../lib/stack/api/serve-api.ts";
import { aServedStack } from "../../support/a-served-stack.ts";
import { aStack } from "../../support/a-stack.ts";

describe("requests that no route takes", () => {
  it("The API leaves a fault that is not the request's to its caller", async () => {
    const { ports } = aStack();
    const fault = new TypeError("no such method");
    Object.assign(ports, { keyValueStore: { read: () => Promise.reject(fault) } });
    const request = { method: "GET", path: "/crawl", query: {}, body: new Uint8Array() };
    await assert.rejects(serveApi(request, ports), fault);
  });

  it("The API refuses any other route or method", async (test) => {
    const { ask } = await aServedStack(test);
    for (const path of ["/", "/crawls", "/crawl/", "/pages/1", "/crawl/begin"]) {
      const { status, body } = await ask("GET", path);
      assert.deepEqual([status, body.code], [404, "no-such-route"], path);
    }
    const { status, body } = await ask("DELETE", "/crawl");
    assert.deepEqual([status, body.code], [405, "method-not-allowed"]);
    assert.match(errorSchema.parse(body).hint, /PUT or GET/);
  });
});
