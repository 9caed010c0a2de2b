import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toldFrontier } from "../../lib/stack/api/listed-pages.ts";
import { readRegister } from "../../lib/stack/stack-registers.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { CALM } from "../support/mortal-processes.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";

const MINUTE_MS = 60_000;
const ORDER = { crawl: "c1", requested: "run", plan: "plans/1" } as const;
const SEED = "http://a.example/";
const LINKS = [
  ...Array.from({ length: 30 }, (_, page) => `http://a.example/${page}`),
  ...Array.from({ length: 25 }, (_, page) => `http://b.example/${page}`),
];
const WEB = scriptedWeb({
  [SEED]: linking(...LINKS),
  ...Object.fromEntries(LINKS.map((url) => [url, linking()])),
});

function aStack(): SimulatedStack {
  const stack = new SimulatedStack(aPlan({ seeds: [aUrl(SEED)] }), WEB, 1, CALM, 20_000);
  stack.planners = "alone";
  return stack;
}

const told = (stack: SimulatedStack) =>
  toldFrontier({ order: ORDER, status: null, planner: undefined }, stack);

describe("what a planner tells of its queue", () => {
  it("It tells the best queued links and how many each host has, once a minute while it works", async () => {
    const stack = aStack();
    await stack.crawl(ORDER, 5 * MINUTE_MS);
    const { waiting, leased, hosts, links, at } = await told(stack);
    // Some were fetched since.
    assert.ok(waiting + leased + stack.requests.length >= LINKS.length + 1);
    assert.deepEqual(
      hosts.map(({ host }) => host),
      ["a.example", "b.example"],
    );
    assert.equal(
      hosts.reduce((sum, { queued }) => sum + queued, 0),
      links.length,
    );
    // Breadth-first, those discovered first are the best.
    const order = new Map(LINKS.map((url, index) => [url, index]));
    const places = links.map(({ url }) => order.get(url) ?? -1);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.ok(stack.now - at < 2 * MINUTE_MS);
    const objects = [...stack.blobs.objects.keys()].filter((key) => key.startsWith("frontier/"));
    assert.ok(
      objects.length >= 3 && objects.length <= 6,
      `${objects.length} times in five minutes`,
    );
  });

  it("The register has the first twenty, and the end of a crawl is told at once", async () => {
    const stack = aStack();
    await stack.crawl(ORDER, 2 * MINUTE_MS);
    const { value } = await readRegister(stack.keyValueStore, "frontier");
    assert.equal(value?.links.length, 20);
    await stack.crawl({ ...ORDER, requested: "stop" });
    const { leased, waiting, links } = await told(stack);
    assert.deepEqual([leased, waiting], [0, LINKS.length + 1 - stack.requests.length]);
    assert.equal(links.length, waiting);
  });

  it("Nothing is told of a crawl that no planner has had", async () => {
    const stack = aStack();
    await assert.rejects(told(stack), { code: "frontier-not-told" });
    await stack.crawl(ORDER, 2 * MINUTE_MS);
    const other = { order: { ...ORDER, crawl: "c2" }, status: null, planner: undefined };
    await assert.rejects(toldFrontier(other, stack), { code: "frontier-not-told" });
  });
});
