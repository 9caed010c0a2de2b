import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NO_USAGE } from "../../lib/domain/cost/cost.ts";
import { parseBundle, planOf } from "../../lib/stack/bundle.ts";
import { readSitemaps, type SitemapPorts } from "../../lib/stack/read-sitemaps.ts";
import type { PlannedCrawl } from "../../lib/stack/stack-ports.ts";
import { aBundle } from "../support/a-bundle.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { collect } from "../support/collect.ts";
import { CALM } from "../support/mortal-processes.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";

const MINUTE_MS = 60_000;
const at = (path: string) => aUrl(`http://a.example${path}`);
const WEB = scriptedWeb({ [at("/")]: linking("/a"), [at("/a")]: "a", [at("/listed")]: "b" });
const USED = { ...NO_USAGE, lambdaGbSeconds: 1_000 };
const SITEMAP = at("/sitemap.xml");

/** A stack whose crawl was begun by the API alone, with a reader of sitemaps that takes two minutes. */
function aStack() {
  const plan = aPlan({ seeds: [] });
  const stack = new SimulatedStack(plan, WEB, 1, CALM, 1_000);
  const bundles = new Map([["plans/1", aBundle({ sitemaps: "to-read" })]]);
  const plans = new Map<string, Partial<PlannedCrawl>>([["plans/1", { awaited: [at("/")] }]]);
  stack.planned = (key) => plans.get(key) ?? {};
  const reads: { at: number; requests: number }[] = [];
  let dies = 0;
  const ports: SitemapPorts = {
    keyValueStore: stack.keyValueStore,
    clock: { now: () => stack.now },
    blobs: {
      async putNew(key, bytes) {
        const bundle = parseBundle(new TextDecoder().decode(bytes));
        bundles.set(key, bundle);
        const { sitemaps } = bundle;
        assert.ok(sitemaps !== undefined && sitemaps !== "to-read");
        plans.set(key, { plan: { ...plan, seeds: [at("/"), ...bundle.sitemapSeeds] }, sitemaps });
        return true;
      },
    },
    readPlan: async (key) => {
      const bundle = bundles.get(key);
      assert.ok(bundle);
      return { plan, policy: stack.policy, ...plans.get(key), bundle };
    },
    listPages: async (_bundle, seeds, until) => {
      assert.deepEqual(seeds, [at("/")]);
      assert.equal(until, stack.now + 10 * MINUTE_MS - 2 * MINUTE_MS);
      reads.push({ at: stack.now, requests: stack.requests.length });
      if (dies-- > 0) throw new Error("no memory");
      return { urls: [at("/listed")], unread: new Map([[SITEMAP, "gone"]]) };
    },
    usage: () => USED,
  };
  const states: string[] = [];
  stack.beforeTraining = async () =>
    states.push(await readSitemaps(ports, stack.now + 10 * MINUTE_MS));
  return { stack, ports, reads, states, die: (times: number) => void (dies = times) };
}

const said = async (stack: SimulatedStack) => {
  const { records, log, close } = await stack.stored();
  const urls = (await collect(records.list())).map(({ url }) => url).toSorted();
  const events = await log.list();
  close();
  return { urls, events };
};

describe("the sitemaps of a crawl that was begun by the API alone", () => {
  it("They are read once, before any page is fetched; what they list are seeds, and the reading is counted", async () => {
    const { stack, reads, states } = aStack();
    await stack.crawl();
    const { urls, events } = await said(stack);
    assert.deepEqual(urls, [at("/"), at("/a"), at("/listed")]);
    assert.deepEqual(
      reads.map(({ requests }) => requests),
      [0],
    );
    assert.ok(states.includes("read"));
    const unread = events.filter(({ kind }) => kind === "unread");
    const sources = [[SITEMAP, "gone"]];
    assert.deepEqual(
      unread.map(({ detail }) => detail),
      [{ kind: "sitemap", sources, more: 0 }],
    );
    const { status } = await stack.state();
    assert.equal(status?.usage.lambdaGbSeconds, USED.lambdaGbSeconds);
    assert.deepEqual([status?.state, status?.end], ["finished", "frontier-empty"]);
  });

  it("A crawl waits for them as one that is at work, and may be ended meanwhile", async () => {
    const { stack, ports } = aStack();
    stack.beforeTraining = async () => {};
    await stack.crawl(undefined, 5 * MINUTE_MS);
    const { status } = await stack.state();
    assert.deepEqual([status?.state, stack.requests.length], ["running", 0]);
    await stack.crawl({ crawl: "c1", requested: "stop", plan: "plans/1" });
    assert.equal((await stack.state()).status?.state, "finished");
    assert.equal(await readSitemaps(ports, 0), "nothing-to-read");
  });

  it("One process reads at a time; after three that died the crawl begins without", async () => {
    const { stack, ports, reads, die } = aStack();
    stack.beforeTraining = async () => {};
    await stack.crawl(undefined, MINUTE_MS);
    die(3);
    const deadline = () => stack.now + 10 * MINUTE_MS;
    for (let tries = 0; tries < 3; tries += 1) {
      await assert.rejects(readSitemaps(ports, deadline()), /no memory/);
      assert.equal(await readSitemaps(ports, deadline()), "in-other-hands");
      await stack.run(16 * MINUTE_MS);
    }
    assert.equal(await readSitemaps(ports, deadline()), "read");
    assert.equal(reads.length, 3);
    await stack.run();
    const { urls, events } = await said(stack);
    assert.deepEqual(urls, [at("/"), at("/a")]);
    const unread = events.find(({ kind }) => kind === "unread");
    assert.deepEqual(unread?.detail["sources"], [[at("/"), "reader-died"]]);
  });

  it("A bundle says that they are to be read, then what they gave; no seed is offered before", async () => {
    const project = aBundle().project;
    const waiting = await planOf(aBundle({ project, sitemaps: "to-read" }));
    assert.deepEqual([waiting.plan.seeds, waiting.awaited?.length], [[], 1]);
    const sitemaps = { unread: {}, beyond: 0, usage: USED };
    const read = await planOf(aBundle({ sitemaps, sitemapSeeds: [at("/listed")] }));
    assert.deepEqual([read.plan.seeds.length, read.awaited], [2, undefined]);
    assert.deepEqual(read.sitemaps, sitemaps);
  });
});
