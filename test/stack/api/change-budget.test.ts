import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { storedBundle } from "../../../lib/stack/bundle.ts";
import { aStartedStack } from "../../support/a-served-stack.ts";

const change = (budget: unknown) => JSON.stringify({ budget });

describe("PATCH /crawl", () => {
  it("PATCH /crawl changes keys of the budget, and nothing else of a crawl that is paused", async (test) => {
    const { ask, order, ports } = await aStartedStack(test);
    await ask("POST", "/crawl/pause");
    const before = await order();
    const { status, body } = await ask("PATCH", "/crawl", change({ pages: 5_000, hours: "90min" }));
    assert.deepEqual([status, body.requested], [200, "pause"]);
    const after = await order();
    assert.deepEqual({ ...after, at: 0, plan: "" }, { ...before, at: 0, plan: "" });
    const [old, now] = await Promise.all(
      [before, after].map((each) => storedBundle(ports.blobs, each?.plan ?? "")),
    );
    const { budget } = now?.project ?? {};
    assert.deepEqual(budget, { ...old?.project.budget, pages: 5_000, hours: 1.5 });
    assert.deepEqual({ ...now?.project, budget: {} }, { ...old?.project, budget: {} });
  });

  it("PATCH /crawl lets a crawl go on that ended by its budget, and no other", async (test) => {
    const { ask, order, report, woken } = await aStartedStack(test);
    await report({ state: "finished", end: "stopped" });
    const refused = await ask("PATCH", "/crawl", change({ pages: 5_000 }));
    assert.deepEqual([refused.status, refused.body.code], [409, "crawl-not-active"]);
    await report({ state: "finished", end: "budget-pages" });
    const before = woken();
    assert.equal((await ask("PATCH", "/crawl", change({ pages: 5_000 }))).status, 200);
    const { requested, goesOnAt = 0 } = (await order()) ?? {};
    assert.deepEqual([requested, woken()], ["run", before + 1]);
    assert.ok(goesOnAt > 1, "later than the planner's last tick");
    const second = await ask("PUT", "/crawl", "{}");
    assert.notEqual(second.status, 201);
    assert.equal((await ask("POST", "/crawl/pause")).status, 202, "it is active again");
  });

  it("PATCH /crawl refuses what is no budget, more pages than a planner holds, and a recrawl", async (test) => {
    const { ask, order, ports, report } = await aStartedStack(test);
    const before = await order();
    for (const [text, code] of [
      ["{", "bad-parameters"],
      [JSON.stringify({ need: {} }), "bad-parameters"],
      [change({ pages: 0 }), "bad-parameters"],
      [change({ sites: 3 }), "bad-parameters"],
      [change({ pages: 100_000_000 }), "crawl-too-large"],
    ] as const) {
      const given = await ask("PATCH", "/crawl", text);
      assert.deepEqual([given.status, given.body.code], [400, code], text);
    }
    assert.deepEqual(await order(), before);
    await report({ state: "finished", end: "budget-pages" });
    await ports.clock.waitUntil(ports.clock.now() + 1_000);
    assert.equal((await ask("POST", "/crawl/recrawl")).status, 201);
    assert.equal((await ask("PATCH", "/crawl", change({ pages: 9 }))).body.code, "budget-is-fixed");
  });
});
