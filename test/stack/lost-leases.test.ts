import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { costOf, NO_USAGE } from "../../lib/domain/cost/cost.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { assertSound } from "../support/assert-sound.ts";
import { collect } from "../support/collect.ts";
import { CALM, type Faults } from "../support/mortal-processes.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";
import { cases } from "../support/slow.ts";

const MINUTE_MS = 60_000;
const ORDER = { crawl: "c1", requested: "run", plan: "plans/1" } as const;
const PAGES = 20;

/** A stack over pages of some hosts, all known from the start. */
function aStack(hosts: number, parts: Parameters<typeof aPlan>[0] = {}, pages = PAGES) {
  const urls = Array.from({ length: pages }, (_, n) => `http://h${n % hosts}.example/${n}`);
  const script = Object.fromEntries(urls.map((url) => [url, linking()]));
  const plan = aPlan({ seeds: urls.map(aUrl), ...parts });
  return { urls, stack: new SimulatedStack(plan, scriptedWeb(script), 1, CALM, 1_000) };
}

async function reasonsOf(stack: SimulatedStack): Promise<Map<string, string>> {
  const { records, close } = await stack.stored();
  const kept = await collect(records.list());
  close();
  return new Map(kept.map(({ url, reason }) => [url, reason]));
}

describe("a page that kills its harvester", () => {
  for (const hosts of [1, 4, 20]) {
    it(`A page that kills its harvester, among 20 of ${hosts} hosts, costs three runs and is given up, and the others come in`, async () => {
      const { urls, stack } = aStack(hosts);
      const killer = urls[7] ?? "";
      stack.killers.add(killer);
      await stack.crawl(ORDER, 180 * MINUTE_MS);
      await assertSound(stack, `${hosts} hosts`);
      const reasons = await reasonsOf(stack);
      assert.equal(reasons.get(killer), "lease-lost");
      assert.equal([...reasons.values()].filter((reason) => reason === "page").length, PAGES - 1);
      assert.equal(stack.processes.deaths, 3);
      assert.ok(stack.requests.length <= 3 * PAGES, `${stack.requests.length} requests`);
    });
  }

  it("Several pages that kill their harvesters are each given up, and no other page is", async () => {
    const { urls, stack } = aStack(5, {}, 60);
    const killers = [3, 4, 11, 30, 59].map((at) => urls[at] ?? "");
    for (const killer of killers) stack.killers.add(killer);
    await stack.crawl(ORDER, 600 * MINUTE_MS);
    await assertSound(stack, "several");
    const lost = [...(await reasonsOf(stack))].filter(([, reason]) => reason === "lease-lost");
    assert.deepEqual(lost.map(([url]) => url).toSorted(), killers.toSorted());
    assert.ok(stack.processes.deaths <= 3 * killers.length, `${stack.processes.deaths} deaths`);
  });

  it("A page that kills its harvester is given up although planners die and restore meanwhile", async () => {
    const urls = Array.from({ length: PAGES }, (_, n) => `http://h${n % 4}.example/${n}`);
    const script = Object.fromEntries(urls.map((url) => [url, linking()]));
    const plan = aPlan({ seeds: urls.map(aUrl) });
    for (let seed = 1; seed <= cases(2, 5); seed += 1) {
      const faults: Faults = { ...CALM, whose: ["planner"], death: 0.05, deaths: 20 };
      const stack = new SimulatedStack(plan, scriptedWeb(script), seed, faults, 1_000);
      stack.killers.add(urls[7] ?? "");
      await stack.crawl(ORDER, 600 * MINUTE_MS);
      await assertSound(stack, `seed ${seed}`);
      const lost = [...(await reasonsOf(stack))].filter(([, reason]) => reason === "lease-lost");
      assert.deepEqual(lost, [[urls[7], "lease-lost"]], `seed ${seed}`);
    }
  });

  it("The runs of harvesters that died are in the cost of a crawl, as long as they may have been", async () => {
    const { urls, stack } = aStack(1);
    stack.killers.add(urls[7] ?? "");
    await stack.crawl();
    const { status } = await stack.state();
    const lost = { ...NO_USAGE, lambdaRuns: 3, lambdaGbSeconds: 3 * 300 * (384 / 1_024) };
    assert.deepEqual(status?.usage, lost);
    assert.equal(status.dollars, costOf(lost).total);
  });

  it("The runs of harvesters that died count in the dollar budget", async () => {
    const budget = { ...aPlan().budget, dollars: 0.0025 };
    const { urls, stack } = aStack(1, { budget }, 100);
    stack.killers.add(urls[7] ?? "");
    await stack.crawl();
    const { status } = await stack.state();
    assert.equal(status?.end, "budget-dollars");
    assert.equal(status.usage.lambdaRuns, 2);
  });
});

describe("links that nobody harvests", () => {
  it("No link is given up, and nothing is charged, while no harvester comes for three hours", async () => {
    const { stack } = aStack(4);
    stack.harvesters = 0;
    await stack.crawl(ORDER, 180 * MINUTE_MS);
    assert.equal((await stack.state()).status?.usage.lambdaRuns, 0);
    stack.harvesters = 3;
    await stack.crawl();
    await assertSound(stack, "harvesters again");
    assert.equal((await reasonsOf(stack)).size, PAGES);
    assert.ok([...(await reasonsOf(stack)).values()].every((reason) => reason === "page"));
  });

  it("A crawl pauses itself when its harvesters die whatever they fetch, and resumes with all other links", async () => {
    const { urls, stack } = aStack(20, {}, 40);
    for (const url of urls) stack.killers.add(url);
    await stack.crawl(ORDER, 600 * MINUTE_MS);
    const { status } = await stack.state();
    assert.deepEqual([status?.state, status?.end], ["paused", "harvesters-lost"]);
    assert.ok(stack.reported.some(({ code }) => code === "harvesters-lost"));
    stack.killers.clear();
    await stack.crawl();
    await assertSound(stack, "resumed");
    const reasons = [...(await reasonsOf(stack)).values()];
    assert.equal(reasons.filter((reason) => reason === "lease-lost").length, 8);
    assert.equal(reasons.filter((reason) => reason === "page").length, 32);
  });

  it("A result whose notice is lost is completed without another request", async () => {
    const { stack } = aStack(4);
    stack.processes.losesNotices = true;
    await stack.crawl(ORDER, 180 * MINUTE_MS);
    await assertSound(stack, "lost notices");
    assert.equal((await reasonsOf(stack)).size, PAGES);
    assert.equal(stack.requests.length, PAGES);
  });
});
