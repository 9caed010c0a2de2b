import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readRegister } from "../../lib/stack/stack-registers.ts";
import type { CrawlOrder } from "../../lib/stack/stack-state.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { CALM } from "../support/mortal-processes.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";

const ORDER: CrawlOrder = { crawl: "c1", requested: "run", plan: "plans/1" };
const SEED = "http://a.example/";
const LINKS = Array.from({ length: 30 }, (_, page) => `http://a.example/${page}`);
const WEB = scriptedWeb({
  [SEED]: linking(...LINKS),
  ...Object.fromEntries(LINKS.map((url) => [url, linking()])),
});

const aPlanOf = (pages: number) =>
  aPlan({
    seeds: [aUrl(SEED)],
    budget: { pages, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity },
  });

/** A stack whose crawl has ended by its budget of ten pages. */
async function anEndedCrawl() {
  const stack = new SimulatedStack(aPlanOf(10), WEB, 1, CALM, 1_000);
  stack.planners = "alone";
  await stack.crawl(ORDER);
  const ended = await stateOf(stack);
  assert.deepEqual([ended?.status?.end, stack.requests.length], ["budget-pages", 10]);
  return { stack, endedAt: ended?.lastTickAt ?? 0 };
}

async function stateOf(stack: SimulatedStack) {
  return (await readRegister(stack.keyValueStore, "planner")).value;
}

describe("a crawl with another budget", () => {
  it("One that ended by its budget goes on with a larger one, fetches nothing twice, and ends once more", async () => {
    const { stack, endedAt } = await anEndedCrawl();
    stack.plan = aPlanOf(25);
    await stack.crawl({ ...ORDER, plan: "plans/2", goesOnAt: endedAt + 1 });
    const { status } = (await stateOf(stack)) ?? {};
    assert.deepEqual([status?.state, status?.end], ["finished", "budget-pages"]);
    assert.equal(stack.requests.length, 25);
    assert.equal(new Set(stack.requests.map(({ url }) => url)).size, 25);
  });

  it("One that has ended stays so under an order that is older than its end", async () => {
    const { stack, endedAt } = await anEndedCrawl();
    stack.plan = aPlanOf(25);
    await stack.crawl({ ...ORDER, plan: "plans/2", goesOnAt: endedAt - 60_000 });
    assert.equal(stack.requests.length, 10);
  });

  it("A planner at work takes up the plan of a changed order, and ends by its budget", async () => {
    const stack = new SimulatedStack(aPlanOf(30), WEB, 1, CALM, 20_000);
    stack.planners = "alone";
    await stack.crawl(ORDER, 120_000);
    const before = stack.requests.length;
    assert.ok(before > 0 && before < 12, `${before} requests`);
    stack.plan = aPlanOf(12);
    await stack.crawl({ ...ORDER, plan: "plans/2" });
    assert.equal((await stateOf(stack))?.status?.end, "budget-pages");
    assert.equal(stack.requests.length, 12);
  });
});
