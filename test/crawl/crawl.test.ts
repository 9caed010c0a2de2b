import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Crawl } from "../../lib/crawl/crawl.ts";
import type { CrawlPlan, TrainedModel } from "../../lib/crawl/crawl-plan.ts";
import type { Trainer } from "../../lib/crawl/engine.ts";
import { harvestLink } from "../../lib/crawl/harvest-link.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { Lease } from "../../lib/domain/frontier/link.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { aStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";
import { anEngine } from "../support/an-engine.ts";
import { askingStrategy } from "../support/asking-strategy.ts";
import { fixedClock } from "../support/fixed-clock.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";
const LEASE_MS = 60_000;

/** A hub that links to five pages. */
const script = {
  [`${SITE}/`]: linking("/1", "/2", "/3", "/4", "/5"),
  ...Object.fromEntries([1, 2, 3, 4, 5].map((page) => [`${SITE}/${page}`, linking()])),
};

const FREE = { inFlight: 0, seconds: () => 0, dollars: () => 0 };

/** A crawl on stores in memory whose time the test sets. */
async function open(parts: Partial<CrawlPlan> = {}) {
  const plan = aPlan(parts);
  const clock = fixedClock();
  const ports = { ...memoryPorts(scriptedWeb(script), plan, { leaseMs: LEASE_MS }), clock };
  const crawl = await Crawl.open(ports, plan, { leasesOutliveProcess: false });
  const draw = async (inFlight: number, limit = 1) => {
    const decision = await crawl.next({ ...FREE, inFlight }, { limit });
    return decision.kind === "fetch" ? decision.draw.leases : decision.kind;
  };
  const harvest = async () => {
    const leases = await draw(0);
    const [lease] = typeof leases === "string" ? [] : leases;
    assert.ok(lease);
    return harvestLink({ ports, plan, model: crawl.model }, lease);
  };
  return { crawl, ports, clock, draw, harvest };
}

describe("a crawl", () => {
  it("A crawl completes no result of a lease that is over: nothing is recorded, and the link waits again", async () => {
    const { crawl, ports, clock, draw, harvest } = await open();
    const harvested = await harvest();
    clock.advance(LEASE_MS + 1);
    await ports.frontier.draw({ limit: 0, now: clock.now() });
    await crawl.complete(harvested);
    assert.equal((await ports.records.totals()).records, 0);
    assert.equal((await ports.frontier.count()).states.waiting, 1);
    const again = await draw(0);
    assert.ok(typeof again !== "string" && again.length === 1);
  });

  it("A crawl completes the result of a lease that is open, once however often it arrives", async () => {
    const { crawl, ports, harvest } = await open();
    const harvested = await harvest();
    await crawl.complete(harvested);
    await crawl.complete(harvested);
    assert.equal((await ports.records.totals()).pages, 1);
    assert.equal((await ports.frontier.count()).states.waiting, 5);
  });

  it("A crawl counts fetches in flight against its page budget: of three pages two may be in flight after one", async () => {
    const { crawl, draw, harvest } = await open({ budget: { ...aPlan().budget, pages: 3 } });
    await crawl.complete(await harvest());
    assert.equal(await draw(2, 8), "wait");
    const leases = await draw(1, 8);
    assert.ok(typeof leases !== "string" && leases.length <= 1);
  });

  it("A crawl ends by dollars when what its engine cost reaches the budget, and waits for fetches in flight first", async () => {
    const { crawl } = await open({ budget: { ...aPlan().budget, dollars: 2 } });
    const costs = (dollars: number, inFlight: number) =>
      crawl.next({ inFlight, seconds: () => 0, dollars: () => dollars }, { limit: 1 });
    assert.equal((await costs(1.99, 0)).kind, "fetch");
    assert.deepEqual(await costs(2, 1), { kind: "wait" });
    assert.deepEqual(await costs(2, 0), { kind: "stop", why: "budget-dollars" });
  });

  /** URLs in the order asked, by a strategy that values page N of the site at N times `unit`. */
  async function orderOf(unit: number): Promise<readonly string[]> {
    const web = scriptedWeb(script);
    const plain = aStrategy("breadth-first");
    const strategy: CrawlPlan["strategy"] = {
      ...plain,
      selection: { kind: "best" },
      compile: (model) => ({
        ...plain.compile(model),
        scoreLinks: ({ anchors }) =>
          anchors.map(({ url }) => {
            const priority = unit * Number(url.at(-1));
            return { url, priority, group: "", snippet: undefined, why: "number" };
          }),
      }),
    };
    // No page links to the second seed: only its own rank decides.
    const plan = aPlan({ strategy, seeds: [aUrl(`${SITE}/`), aUrl(`${SITE}/apart`)] });
    await runCrawl(memoryPorts(web, plan), plan);
    return web.asked.map((url) => url.slice(SITE.length + 1));
  }

  it("A crawl fetches every seed before any link, however high a prediction is", async () => {
    assert.deepEqual((await orderOf(1e9)).slice(0, 2), ["", "apart"]);
  });

  it("A crawl ranks seeds above every prediction, and predictions among themselves by what they are", async () => {
    assert.deepEqual(await orderOf(1), ["", "apart", "5", "4", "3", "2", "1"]);
  });
});

describe("a crawl whose trainer works in parallel", () => {
  /** A crawl by a strategy that trains after each page, with a trainer that is told what to propose. */
  async function trained() {
    const plain = aStrategy("breadth-first");
    const plan = aPlan({ strategy: { ...plain, isStale: ({ pages }) => pages > 0 } });
    const ports = { ...memoryPorts(scriptedWeb(script), plan), clock: fixedClock() };
    const asked: number[] = [];
    let ready: TrainedModel | undefined;
    const trainer: Trainer = {
      proposed: async (_plan, _current, state) => {
        assert.deepEqual(state, { labels: 0, seen: 0 });
        const proposed = ready;
        ready = undefined;
        return proposed;
      },
      ask: () => void asked.push((asked.at(-1) ?? 0) + 1),
    };
    const crawl = await Crawl.open(ports, plan, { leasesOutliveProcess: true, trainer });
    const step = async () => {
      const decision = await crawl.next(FREE, { limit: 1 });
      assert.equal(decision.kind, "fetch");
      const [lease] = decision.kind === "fetch" ? decision.draw.leases : [];
      assert.ok(lease);
      await crawl.complete(await harvestLink({ ports, plan, model: crawl.model }, lease));
    };
    const propose = (model: TrainedModel) => {
      ready = model;
    };
    const trainings = async () =>
      (await ports.log.list()).filter(({ kind }) => kind === "trained").length;
    return { crawl, asked, step, propose, trainings };
  }

  it("A crawl whose trainer works in parallel asks it for a model when its own is stale, and goes on with the old one", async () => {
    const { crawl, asked, step, trainings } = await trained();
    const { hash } = crawl.model;
    await step();
    assert.deepEqual(asked, []);
    await step();
    assert.deepEqual(asked, [1]);
    assert.deepEqual([crawl.model.hash, await trainings()], [hash, 1]);
  });

  it("A crawl whose trainer works in parallel decides by a model that is ready from its next decision on", async () => {
    const { crawl, asked, step, propose, trainings } = await trained();
    await step();
    const newer = { ...crawl.model, hash: "newer", pages: 1 };
    propose(newer);
    await step();
    assert.equal(crawl.model, newer);
    assert.deepEqual([asked, await trainings()], [[], 2]);
  });
});

describe("a crawl that is resumed with fetches left open", () => {
  /** Strategy that trains whenever it may; notes how many pages it trained on and when it weighed. */
  function watched() {
    const plain = aStrategy("breadth-first");
    const trainedOn: number[] = [];
    const weighed: string[][] = [];
    const strategy: CrawlPlan["strategy"] = {
      ...plain,
      isStale: ({ pages, pagesAtTraining }) => pages > pagesAtTraining,
      train: (evidence, need, previous) => {
        trainedOn.push(evidence.visits.length);
        return plain.train(evidence, need, previous);
      },
      compile: (model) => ({
        ...plain.compile(model),
        groups: {
          weigh: (_tally, groups) => {
            const names = [...groups];
            weighed.push(names);
            return new Map(names.map((group) => [group, 1]));
          },
        },
      }),
    };
    return { strategy, trainedOn, weighed };
  }

  /** Two fetches of a crawl, of which a crash lost the second; then it is resumed. */
  async function resumed(leasesOutliveProcess: boolean) {
    const { strategy, trainedOn, weighed } = watched();
    const plan = aPlan({ strategy });
    const ports = memoryPorts(scriptedWeb(script), plan, { connectionsPerHost: 2 });
    const engine = { leasesOutliveProcess };
    const first = await Crawl.open(ports, plan, engine);
    const drawn = async (crawl: Crawl, limit: number) => {
      const decision = await crawl.next(FREE, { limit });
      assert.ok(decision.kind === "fetch");
      return decision.draw.leases;
    };
    const complete = async (crawl: Crawl, lease: Lease | undefined) => {
      assert.ok(lease);
      await crawl.complete(await harvestLink({ ports, plan, model: crawl.model }, lease));
    };
    await complete(first, (await drawn(first, 1))[0]);
    const [one, lost] = await drawn(first, 2);
    await complete(first, one);
    assert.ok(lost);
    trainedOn.length = 0;
    weighed.length = 0;
    const crawl = await Crawl.open(ports, plan, engine);
    return { crawl, ports, trainedOn, weighed, lost, drawn, complete };
  }

  it("A crawl that is resumed with fetches left open trains and weighs only once they are completed", async () => {
    const { crawl, trainedOn, weighed, lost, drawn, complete, ports } = await resumed(false);
    // The lease that the dead process left expires: its link waits, and is drawn first.
    await ports.frontier.draw({ limit: 0, now: ports.clock.now() + 2 * LEASE_MS });
    const [again] = await drawn(crawl, 1);
    assert.equal(again?.link.url, lost.link.url);
    assert.deepEqual([trainedOn, weighed], [[], []]);
    await complete(crawl, again);
    await drawn(crawl, 1);
    assert.deepEqual(trainedOn, [3]);
    assert.ok(weighed.length > 0);
  });

  it("A crawl that is resumed while others still fetch for it trains at once", async () => {
    const { crawl, trainedOn, drawn } = await resumed(true);
    await drawn(crawl, 1);
    assert.deepEqual(trainedOn, [2]);
  });
});

describe("a crawl on one machine", () => {
  it("A crawl on one machine makes no fourth fetch for a budget of three pages, though it fetches three at a time", async () => {
    const web = scriptedWeb(script);
    const slow: typeof web = {
      ...web,
      fetch: async (...asked) => {
        const page = await web.fetch(...asked);
        // Draws that follow come while this fetch is in flight; no time passes.
        for (let turns = 0; turns < 1_000; turns += 1) await Promise.resolve();
        return page;
      },
    };
    const plan = aPlan({ budget: { ...aPlan().budget, pages: 3 }, concurrency: 3 });
    const ports = memoryPorts(slow, plan, { connectionsPerHost: 3 });
    assert.equal(await runCrawl(ports, plan), "budget-pages");
    assert.equal(web.asked.length, 3);
  });

  it("A crawl on one machine ends by dollars when its queries, those for the seeds included, cost the budget", async () => {
    const engine = anEngine(() => []);
    const plan = aPlan({
      strategy: askingStrategy(),
      queries: { most: 9, every: 1, results: 5, asked: ["for the seeds"] },
      searchCost: { dollarsPerQuery: 0.25, seedQueries: 1 },
      budget: { ...aPlan().budget, dollars: 0.75 },
    });
    const ports = { ...memoryPorts(scriptedWeb(script), plan), search: engine };
    assert.equal(await runCrawl(ports, plan), "budget-dollars");
    assert.equal(engine.heard.length, 2);
    // Resumed, it knows what it has paid.
    assert.equal(await runCrawl(ports, plan), "budget-dollars");
    assert.equal(engine.heard.length, 2);
  });

  it("A crawl on one machine goes on where its queries cost nothing, whatever the dollar budget is", async () => {
    const plan = aPlan({
      strategy: askingStrategy(),
      queries: { most: 3, every: 1, results: 5, asked: [] },
      searchCost: { dollarsPerQuery: 0, seedQueries: 1 },
      budget: { ...aPlan().budget, dollars: 0.01 },
    });
    const ports = { ...memoryPorts(scriptedWeb(script), plan), search: anEngine(() => []) };
    assert.equal(await runCrawl(ports, plan), "frontier-empty");
  });
});
