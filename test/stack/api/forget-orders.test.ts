import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { serveApi } from "../../../lib/stack/api/serve-api.ts";
import { readRegister } from "../../../lib/stack/stack-registers.ts";
import { aStartedStack } from "../../support/a-served-stack.ts";
import { aPlannerState, aStatus } from "../../support/a-stack.ts";

const BODY = JSON.stringify({ what: ["https://bees.example/ann?x=1#y"], reason: "by letter" });

/** A stack whose crawl is paused. */
async function aPausedStack(test: TestContext, changes: object = {}) {
  const stack = await aStartedStack(test);
  const { value } = await readRegister(stack.ports.keyValueStore, "order");
  const status = { ...aStatus(), state: "paused" as const };
  const planner = { ...aPlannerState(value?.crawl ?? "", status), until: 0, ...changes };
  await stack.ports.keyValueStore.write("planner", planner, 0);
  return stack;
}

describe("POST /forget", () => {
  it("A page is asked to be forgotten once, by the URL as the crawl writes it", async (test) => {
    const stack = await aPausedStack(test);
    const { status, body } = await stack.ask("POST", "/forget", BODY);
    assert.equal(status, 202, JSON.stringify(body));
    assert.deepEqual(
      [body["state"], body["rules"], body["removed"]],
      ["asked", ["https://bees.example/ann?x=1"], null],
    );
    const again = await stack.ask("POST", "/forget", BODY);
    assert.equal(again.body["at"], body["at"]);
    const other = JSON.stringify({ what: ["other.example"], reason: "by letter" });
    assert.equal((await stack.ask("POST", "/forget", other)).body["code"], "forget-under-way");
    assert.equal((await stack.ask("POST", "/crawl/resume")).body["code"], "forget-under-way");
    assert.deepEqual((await stack.ask("GET", "/forget")).body["left"], body["left"]);
  });

  it("It is refused while the crawl is at work, without a reason, of what is no URL, and to a token that reads", async (test) => {
    const stack = await aStartedStack(test);
    const codeOf = async (sent: string) => (await stack.ask("POST", "/forget", sent)).body["code"];
    assert.equal(await codeOf(BODY), "forget-needs-rest");
    const what = ["https://bees.example/ann"];
    assert.equal(await codeOf(JSON.stringify({ what })), "forget-needs-reason");
    assert.equal(await codeOf(JSON.stringify({ what: ["a b"], reason: "x" })), "bad-url");
    assert.equal(await codeOf("no JSON"), "bad-parameters");
    assert.equal(await codeOf(JSON.stringify({ what: [], reason: "x" })), "bad-parameters");
    assert.equal((await stack.ask("GET", "/forget")).body["code"], "no-forget");
    const request = { method: "POST", path: "/forget", query: {}, body: Buffer.from(BODY) };
    const refused = await serveApi({ ...request, mayChange: false }, stack.ports);
    assert.deepEqual([refused.status, Object(refused.body).code], [403, "token-reads-only"]);
    const counting = await stack.ask("POST", "/forget", JSON.stringify({ what, dryRun: true }));
    assert.deepEqual([counting.status, counting.body["reason"]], [202, null]);
  });

  it("It is refused while a planner has the stack, or an export is being made", async (test) => {
    const held = await aPausedStack(test, { until: Number.MAX_SAFE_INTEGER });
    assert.equal((await held.ask("POST", "/forget", BODY)).body["code"], "forget-needs-rest");
    const making = await aPausedStack(test);
    await making.ask("POST", "/export");
    assert.equal((await making.ask("POST", "/forget", BODY)).body["code"], "export-under-way");
  });
});
