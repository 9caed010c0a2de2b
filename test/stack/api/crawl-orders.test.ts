import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { orderCrawl, startCrawl } from "../../../lib/stack/api/crawl-orders.ts";
import { bundleText } from "../../../lib/stack/bundle.ts";
import { aBundle, aProject } from "../../support/a-bundle.ts";
import { aStack } from "../../support/a-stack.ts";

const failing = async () => {
  throw new Error("AWS does not answer");
};

/** A stack whose crawl was paused, and which is idle. */
async function aPausedStack() {
  const stack = aStack();
  await startCrawl(bundleText(aBundle()), stack.ports);
  await orderCrawl("pause", stack.ports);
  await stack.ports.activity.suspend();
  return stack;
}

describe("two starts at the same time", () => {
  it("One of two crawls that are started at the same time is refused", async () => {
    const { ports, order } = aStack();
    const names = ["bees", "wasps"];
    const texts = names.map((name) => bundleText(aBundle({ project: aProject({ name }) })));
    const starts = await Promise.allSettled(texts.map((text) => startCrawl(text, ports)));
    const [refused, ...others] = starts.filter(({ status }) => status === "rejected");
    assert.deepEqual(others, []);
    assert.equal(refused?.status === "rejected" && refused.reason.code, "crawl-active");
    const [begun] = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
    assert.equal((await order())?.crawl, begun?.crawl);
  });
});

describe("a start in a stack of several shards", () => {
  it("A crawl that would have to know all links of all shards is refused, and begins in one shard", async () => {
    const stop = { recall: 0.9, confidence: 0.95, of: "discovered" };
    const text = bundleText(aBundle({ project: aProject({ stop }) }));
    const { ports, order, stored } = aStack(2);
    await assert.rejects(startCrawl(text, ports), { code: "project-not-for-shards" });
    assert.deepEqual([await order(), stored()], [undefined, 0]);
    assert.equal((await startCrawl(text, aStack().ports)).shards, undefined);
    assert.equal((await startCrawl(bundleText(aBundle()), ports)).shards, 2);
  });
});

describe("a start that tells languages by text", () => {
  it("It is refused where the harvesters lack the memory, and begins where they have it", async () => {
    const scope = { detectLanguage: "always" };
    const text = bundleText(aBundle({ project: aProject({ scope }) }));
    const small = aStack();
    await assert.rejects(startCrawl(text, { ...small.ports, harvesterMb: 224 }), {
      code: "project-not-for-stack",
      message: /224 MB cannot tell languages by text: they need 320 MB/,
    });
    assert.deepEqual([await small.order(), small.stored()], [undefined, 0]);
    assert.equal((await startCrawl(text, small.ports)).requested, "run");
  });
});

describe("a start with sessions", () => {
  it("It is refused where the stack has no secret for them, and begins where it has one", async () => {
    const text = bundleText(aBundle({ sessions: ["https://bees.example"] }));
    const { ports, order } = aStack();
    await assert.rejects(startCrawl(text, ports), { code: "no-sessions-secret" });
    assert.equal(await order(), undefined);
    assert.equal((await startCrawl(text, { ...ports, keepsSessions: true })).requested, "run");
  });
});

describe("an order that fails halfway", () => {
  it("An order is not written when the rules that would carry it out cannot be enabled", async () => {
    const { ports, order } = await aPausedStack();
    Object.assign(ports.activity, { enableRules: failing });
    await assert.rejects(orderCrawl("run", ports), /does not answer/);
    assert.equal((await order())?.requested, "pause");
  });

  it("An order to go on that was written has its rules on, although the stack could not be woken", async () => {
    const { ports, order, areRulesOn } = await aPausedStack();
    Object.assign(ports.activity, { wake: failing });
    await assert.rejects(orderCrawl("run", ports), /does not answer/);
    assert.equal((await order())?.requested, "run");
    assert.equal(areRulesOn(), true);
  });
});
