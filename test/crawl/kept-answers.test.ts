import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPlan, CrawlPorts } from "../../lib/crawl/crawl-plan.ts";
import { GroupWeights, LinkTally } from "../../lib/crawl/link-tally.ts";
import {
  type AnswerStore,
  type KeptAnswer,
  QuerySchedule,
} from "../../lib/crawl/query-schedule.ts";
import { fitModel } from "../../lib/crawl/train-model.ts";
import type { Json } from "../../lib/domain/json.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { anEngine } from "../support/an-engine.ts";
import { askingStrategy } from "../support/asking-strategy.ts";
import { scriptedWeb } from "../support/scripted-web.ts";

const FAR = "http://far.example";
const QUERIES = { most: 3, every: 4, results: 2, asked: [] };

/** An answer as another process kept it. */
const KEPT: KeptAnswer = {
  query: "query 0",
  exclude: ["wasps"],
  leftOut: 1,
  results: [{ url: `${FAR}/kept`, title: "Kept", extract: "Bees." }],
};

function aSchedule(parts: Partial<CrawlPlan> = {}) {
  const engine = anEngine((query) => [`${FAR}/${query.replace(" ", "-")}`]);
  const plan = aPlan({ strategy: askingStrategy(), queries: QUERIES, ...parts });
  const ports: CrawlPorts = { ...memoryPorts(scriptedWeb({}), plan), search: engine };
  const log = (kind: "answered" | "queried", detail: Readonly<Record<string, Json>>) =>
    ports.log.append({ at: 0, kind, detail });
  const open = async (answers?: AnswerStore) => {
    const schedule = await QuerySchedule.of(ports, plan, answers);
    const model = await fitModel(ports, plan, undefined);
    const weights = new GroupWeights(ports, plan, await LinkTally.of(ports.records));
    return { schedule, ask: () => schedule.askForMore(model, weights) };
  };
  const found = async (path: string) => (await ports.frontier.find(aUrl(`${FAR}/${path}`)))?.link;
  return { engine, ports, log, open, found };
}

/** A store that holds these answers. */
function aStore(answers: readonly KeptAnswer[] = []) {
  const held = [...answers];
  const store: AnswerStore = {
    get: async (query) => held[query],
    keep: async (query, answer) => (held[query] ??= answer),
  };
  return { held, store };
}

describe("the answers to a crawl's queries", () => {
  it("An answer that a store keeps is offered without a query to the engine, and counts as paid", async () => {
    const searchCost = { dollarsPerQuery: 0.25, seedQueries: 2 };
    const { engine, open, found } = aSchedule({ searchCost });
    const { schedule, ask } = await open(aStore([KEPT]).store);
    assert.equal(schedule.dollars, 0.5);
    assert.equal(await ask(), "asked");
    assert.deepEqual(engine.heard, []);
    const snippet = { anchor: "Kept", before: "", after: "Bees.", title: "", query: "query 0" };
    assert.deepEqual((await found("kept"))?.snippet, snippet);
    assert.equal(schedule.dollars, 0.75);
    // The next query has no kept answer.
    await ask();
    assert.deepEqual(
      engine.heard.map(({ query }) => query),
      ["query 1"],
    );
  });

  it("An answer of the engine is kept under its number before its results are offered", async () => {
    const { open, found } = aSchedule();
    const { held, store } = aStore();
    const { ask } = await open(store);
    await ask();
    assert.deepEqual(held, [
      {
        ...{ query: "query 0", exclude: [""], leftOut: 0 },
        results: [{ url: `${FAR}/query-0`, title: `At ${FAR}/query-0`, extract: "Some." }],
      },
    ]);
    assert.ok(await found("query-0"));
  });

  it("An answer that another process kept first is the one that is offered", async () => {
    const { open, found, ports } = aSchedule();
    const { ask } = await open({ get: async () => undefined, keep: async () => KEPT });
    await ask();
    assert.ok(await found("kept"));
    assert.equal(await found("query-0"), undefined);
    const events = (await ports.log.list()).map(({ kind, detail }) => [kind, detail["query"]]);
    assert.deepEqual(events, [
      ["answered", "query 0"],
      ["queried", "query 0"],
    ]);
  });

  it("An answer in the log whose results were not offered yet is offered first, and not paid again", async () => {
    const searchCost = { dollarsPerQuery: 0.25, seedQueries: 0 };
    const { engine, open, log, found } = aSchedule({ searchCost });
    const { query, exclude, leftOut, results } = KEPT;
    await log("answered", {
      ...{ query, exclude, leftOut },
      results: results.map((result) => ({ ...result })),
    });
    const { schedule, ask } = await open();
    assert.equal(schedule.dollars, 0.25);
    await ask();
    assert.deepEqual(engine.heard, []);
    assert.ok(await found("kept"));
    assert.equal(schedule.dollars, 0.25);
  });

  it("An answer in the log is read as far as it can be: results without URL, title or extract are left out", async () => {
    const { engine, open, log, found } = aSchedule();
    const good = { url: `${FAR}/kept`, title: "Kept", extract: "Bees." };
    const bad = [null, "text", { ...good, url: 1 }, { ...good, title: 1 }, { ...good, extract: 1 }];
    const parts = [{ url: `${FAR}/a` }, { url: `${FAR}/b`, title: "B" }];
    await log("answered", { query: "query 0", exclude: [7], results: [...bad, ...parts, good] });
    await (await open()).ask();
    assert.deepEqual(engine.heard, []);
    assert.ok(await found("kept"));
    assert.equal(await found("a"), undefined);
    assert.equal(await found("b"), undefined);
  });

  it("An answer in the log that is none counts as paid, and its query is asked again", async () => {
    for (const detail of [
      { exclude: [], results: [] },
      { query: "query 0", results: [] },
      { query: "query 0", exclude: [] },
    ]) {
      const { engine, open, log } = aSchedule();
      await log("answered", detail);
      await (await open()).ask();
      assert.equal(engine.heard.length, 1, JSON.stringify(detail));
    }
  });

  it("An engine's surprise ends the crawl: only a refusal to answer is expected", async () => {
    const { ports } = aSchedule();
    const broken = { ...ports, search: { search: () => Promise.reject(new TypeError("a bug")) } };
    const plan = aPlan({ strategy: askingStrategy(), queries: QUERIES });
    const schedule = await QuerySchedule.of(broken, plan);
    const model = await fitModel(ports, plan, undefined);
    const weights = new GroupWeights(ports, plan, await LinkTally.of(ports.records));
    await assert.rejects(schedule.askForMore(model, weights), { message: "a bug" });
  });

  it("Results that a strategy does not score are worth the same, and say which result they were", async () => {
    const plain = askingStrategy();
    const strategy: typeof plain = {
      ...plain,
      compile: (model) => ({
        ...plain.compile(model),
        queries: { next: () => ({ query: "bees", exclude: [] }) },
      }),
    };
    const { open, ports } = aSchedule({ strategy });
    await (await open()).ask();
    const link = (await ports.frontier.find(aUrl(`${FAR}/bees`)))?.link;
    assert.deepEqual(
      [link?.priority, link?.group, link?.why],
      [1, "", 'result 1 of the query "bees"'],
    );
  });
});
