import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aServedStack, aStartedStack } from "../../support/a-served-stack.ts";

describe("POST /export, GET /export", () => {
  it("POST /export asks for an export and calls the function that makes it; GET /export tells when it is there", async (test) => {
    const { ask, ports, trainerCalls } = await aStartedStack(test);
    assert.deepEqual((await ask("GET", "/export")).body.code, "no-export");
    const asked = await ask("POST", "/export");
    assert.equal(asked.status, 202);
    assert.deepEqual([asked.body.state, asked.body.parts, trainerCalls()], ["asked", [], 1]);
    assert.deepEqual((await ask("GET", "/export")).body, asked.body);
    const held = await ports.keyValueStore.read("export");
    const done = { crawl: asked.body.crawl, at: asked.body.at, parts: ["exports/a"], records: 3 };
    await ports.keyValueStore.write("export", done as never, held?.version ?? 0);
    const { status, body } = await ask("GET", "/export");
    assert.equal(status, 200);
    assert.deepEqual(
      [body.state, body.records, body.parts],
      ["done", 3, ["http://127.0.0.1/exports/a?signed"]],
    );
  });

  it("POST /export calls the function again while the export is not made, and asks for a new one afterwards", async (test) => {
    const { ask, ports, trainerCalls } = await aStartedStack(test);
    const first = await ask("POST", "/export");
    assert.deepEqual((await ask("POST", "/export")).body, first.body);
    assert.equal(trainerCalls(), 2);
    const held = await ports.keyValueStore.read("export");
    const done = { crawl: first.body.crawl, at: 1, parts: [], records: 0 };
    await ports.keyValueStore.write("export", done as never, held?.version ?? 0);
    assert.equal((await ask("POST", "/export")).body.state, "asked");
  });

  it("POST /export refuses a stack without a crawl", async (test) => {
    const { ask } = await aServedStack(test);
    for (const method of ["POST", "GET"]) {
      const { status, body } = await ask(method, "/export");
      assert.deepEqual([status, body.code], [404, "no-crawl"]);
    }
  });
});
