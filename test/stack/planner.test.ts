import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import type { CrawlPlan, QueryPlan } from "../../lib/crawl/crawl-plan.ts";
import { NO_USAGE } from "../../lib/domain/cost/cost.ts";
import { DowserError } from "../../lib/errors.ts";
import type { RunEvent } from "../../lib/ports/run-log.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { anEngine } from "../support/an-engine.ts";
import { askingStrategy } from "../support/asking-strategy.ts";
import { assertSound } from "../support/assert-sound.ts";
import { collect } from "../support/collect.ts";
import { CALM, CRUEL, Died } from "../support/mortal-processes.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";
import { cases } from "../support/slow.ts";

const SITE = "http://site.example";
const FAR = "http://far.example";

/** A chain of ten pages, and islands that no page links to. */
const script = {
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, n) => [`${SITE}/${n}`, n < 9 ? linking(`/${n + 1}`) : ""]),
  ),
  ...Object.fromEntries(Array.from({ length: 3 }, (_, n) => [`${FAR}/island-${n}`, linking()])),
};
const ALL = 13;

const QUERIES: QueryPlan = { most: 3, every: 4, results: 2, asked: [] };

/** Each query finds an island of its own. */
const islands = () => anEngine((query) => [`${FAR}/island-${/\d+/.exec(query)?.[0]}`]);

function aStack(parts: Partial<CrawlPlan> = {}, seed = 1, faults = CALM): SimulatedStack {
  const plan = aPlan({
    strategy: askingStrategy(),
    seeds: [aUrl(`${SITE}/0`)],
    queries: QUERIES,
    ...parts,
  });
  return new SimulatedStack(plan, scriptedWeb(script), seed, faults, 1_000);
}

async function storyOf(stack: SimulatedStack) {
  const { log, records, close } = await stack.stored();
  const [events, kept] = [await log.list(), await collect(records.list())];
  close();
  return { events, pages: kept.filter(({ reason }) => reason === "page").length };
}

const detailsOf = (events: readonly RunEvent[], kind: RunEvent["kind"]) =>
  events.filter((event) => event.kind === kind).map(({ detail }) => detail);

describe("queries that a crawl composes in a stack", () => {
  it("Composed queries in a stack are asked as the crawl goes on and when no link is left, and their results are crawled", async () => {
    const stack = aStack();
    const engine = islands();
    stack.search = engine;
    await stack.crawl();
    await assertSound(stack, "queries");
    const { events, pages } = await storyOf(stack);
    assert.equal(pages, ALL);
    assert.equal(engine.heard.length, 3);
    const queried = detailsOf(events, "queried").map(({ query }) => query);
    assert.deepEqual(queried, ["query 0", "query 1", "query 2"]);
  });

  it("Composed queries in a stack have their answers in the log before their results are offered", async () => {
    const stack = aStack();
    stack.search = islands();
    await stack.crawl();
    const { events } = await storyOf(stack);
    const kinds = events.map(({ kind }) => kind).filter((kind) => /answered|queried/.test(kind));
    assert.deepEqual(
      kinds,
      [1, 2, 3].flatMap(() => ["answered", "queried"]),
    );
  });

  it("Composed queries in a stack are paid for once, although the planner dies before it commits what was answered", async () => {
    for (let seed = 1; seed <= cases(2, 5); seed += 1) {
      const stack = aStack({}, seed);
      const engine = islands();
      stack.search = engine;
      let deaths = 0;
      const { write } = stack.keyValueStore;
      mock.method(stack.keyValueStore, "write", async (...args: Parameters<typeof write>) => {
        // Once after each answer: what the planner has done since its last commit is forgotten.
        if (args[0] === "planner" && engine.heard.length > deaths) {
          deaths += 1;
          throw new Died();
        }
        return write(...args);
      });
      await stack.crawl();
      await assertSound(stack, `seed ${seed}`);
      const { events, pages } = await storyOf(stack);
      assert.deepEqual([deaths, engine.heard.length, pages], [3, 3, ALL], `seed ${seed}`);
      assert.equal(detailsOf(events, "answered").length, 3);
    }
  });

  it("Composed queries in a stack change nothing of what a crawl fetches, whoever dies", async () => {
    for (let seed = 1; seed <= cases(3, 8); seed += 1) {
      const stack = aStack({}, seed, CRUEL);
      stack.search = islands();
      await stack.crawl();
      await assertSound(stack, `seed ${seed}`);
      const { events, pages } = await storyOf(stack);
      assert.equal(pages, ALL, `seed ${seed}`);
      const queried = detailsOf(events, "queried").map(({ query }) => query);
      assert.deepEqual(queried, ["query 0", "query 1", "query 2"], `seed ${seed}`);
    }
  });

  it("Composed queries in a stack pause the crawl where no link is left and the engine does not answer; told to go on, it asks again", async () => {
    const stack = aStack({ queries: { ...QUERIES, every: 1_000 } });
    const silent = new DowserError("busy", {
      ...{ code: "search-unavailable", reaction: "stop-crawl", hint: "later" },
    });
    stack.search = {
      search: async () => {
        throw silent;
      },
    };
    await stack.crawl();
    const { status } = await stack.state();
    assert.deepEqual([status?.state, status?.end], ["paused", "search-unavailable"]);
    assert.ok(stack.reported.includes(silent));
    stack.search = islands();
    await stack.crawl();
    await assertSound(stack, "answered");
    assert.equal((await storyOf(stack)).pages, ALL);
  });
});

describe("the dollar budget of a crawl in a stack", () => {
  const budget = { ...aPlan().budget, dollars: 0.02 };

  it("The dollar budget of a stack ends the crawl when the stack's own bill reaches it", async () => {
    const stack = aStack({ budget });
    // Each commit of the planner is billed as a cent.
    stack.usage = () => ({ ...NO_USAGE, s3Writes: 2_000 });
    await stack.crawl();
    await assertSound(stack, "dollars");
    const { status } = await stack.state();
    assert.equal(status?.end, "budget-dollars");
    assert.ok(status.dollars >= 0.02);
    assert.ok((await storyOf(stack)).pages < 10);
  });

  it("The dollar budget of a stack counts queries of a search engine beside the bill of AWS", async () => {
    const searchCost = { dollarsPerQuery: 0.01, seedQueries: 0 };
    const stack = aStack({ budget, searchCost });
    const engine = islands();
    stack.search = engine;
    await stack.crawl();
    await assertSound(stack, "dollars");
    const { status } = await stack.state();
    assert.deepEqual([status?.end, status?.searchDollars], ["budget-dollars", 0.02]);
    assert.equal(engine.heard.length, 2);
  });
});

describe("messages to the planner", () => {
  it("Messages that cannot be read are reported with the path of their flaw, and the crawl goes on", async () => {
    const stack = aStack({ queries: undefined });
    stack.blobs.objects.set("batches/c1/odd.result.zst", new Uint8Array([9, 0, 0, 0, 1]));
    await stack.announce("no notice");
    await stack.announce(JSON.stringify({ id: 7, crawl: "c1" }));
    await stack.announce(JSON.stringify({ id: "odd", crawl: "c1" }));
    await stack.crawl();
    await assertSound(stack, "odd messages");
    const told = new Set(stack.reported.map(({ code, message }) => `${code}: ${message}`));
    const form = "is not of the form that this stack's functions write";
    const pathsOf = Array.from(told, (each) => each.split(":").slice(0, 3).join(":"));
    assert.deepEqual(pathsOf.toSorted(), [
      `message-malformed: the notice of a result ${form}: .`,
      `message-malformed: the notice of a result ${form}: id`,
      `message-malformed: the result batches/c1/odd.result.zst ${form}: .`,
    ]);
  });
});

describe("the deliveries of a crawl in a stack", () => {
  it("A planner that begins a crawl, or goes on with one, switches the stack on: its API may have failed to", async () => {
    const stack = aStack();
    await stack.crawl({ crawl: "c1", requested: "run", plan: "plans/1" });
    assert.equal(stack.wakes, 1);
    await stack.crawl({ crawl: "c2", requested: "run", plan: "plans/1" });
    assert.equal(stack.wakes, 2);
  });
});

describe("a site under two names in a stack", () => {
  it("A stack fetches a page once that it finds under a second name later, when three pages were equal, whoever dies", async () => {
    const name = "http://www.site.example";
    const chain = Array.from({ length: 8 }, (_, page) => linking(`/${page + 1}`));
    const under = (site: string) =>
      Object.fromEntries(chain.map((html, page) => [`${site}/${page}`, html]));
    const twins = { ...under(SITE), ...under(name), [`${SITE}/8`]: linking(`${name}/0`) };
    for (let seed = 1; seed <= cases(2, 4); seed += 1) {
      const plan = aPlan({ seeds: [aUrl(`${SITE}/0`)] });
      const faults = seed === 1 ? CALM : CRUEL;
      const stack = new SimulatedStack(plan, scriptedWeb(twins), seed, faults, 1_000, true);
      await stack.crawl();
      const { records, close } = await stack.stored();
      const reasons = (await collect(records.list())).map(({ reason }) => reason);
      close();
      const fetched = Array.from({ length: 9 + 3 }, () => "page");
      assert.deepEqual(reasons, [...fetched, "alias"], `seed ${seed}`);
    }
  });
});
