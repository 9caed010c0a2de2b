import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DEFAULTS } from "../../lib/config/defaults.ts";
import type { CrawlPlan, CrawlPorts, QueryPlan } from "../../lib/crawl/crawl-plan.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { compileScope } from "../../lib/domain/frontier/scope.ts";
import { DowserError } from "../../lib/errors.ts";
import type { RunEvent } from "../../lib/ports/run-log.ts";
import type { SearchProvider } from "../../lib/ports/search-provider.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";
import { anEngine } from "../support/an-engine.ts";
import { askingStrategy } from "../support/asking-strategy.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";
const FAR = "http://far.example";

/** A chain of ten pages, and islands that no page links to; each island links to a bay. */
const script = {
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, n) => [`${SITE}/${n}`, linking(`/${n + 1}`)]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, n) => [`${FAR}/island-${n}`, linking(`/bay-${n}`)]),
  ),
  ...Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${FAR}/bay-${n}`, linking()])),
};

const QUERIES: QueryPlan = { most: 3, every: 4, results: 2, asked: [] };

/** Each query finds an island of its own. */
const islands = () => anEngine((query) => [`${FAR}/island-${/\d+/.exec(query)?.[0]}`]);

describe("queries that a crawl composes", () => {
  function start(
    search: SearchProvider | undefined,
    parts: Partial<CrawlPlan> = {},
  ): { readonly ports: CrawlPorts; readonly plan: CrawlPlan } {
    const plan = aPlan({
      strategy: askingStrategy(),
      seeds: [aUrl(`${SITE}/0`)],
      queries: QUERIES,
      ...parts,
    });
    return { plan, ports: { ...memoryPorts(scriptedWeb(script), plan), search } };
  }

  const eventsOf = async ({ log }: CrawlPorts, kind: RunEvent["kind"]) =>
    (await log.list()).filter((event) => event.kind === kind).map(({ detail }) => detail);

  const pathsOf = async (ports: CrawlPorts) =>
    (await recordsOf(ports)).filter(({ page }) => page).map(({ url }) => url.replace(/.*\//, ""));

  const deaf = (): SearchProvider => ({
    search: async () => {
      throw new DowserError("busy", {
        ...{ code: "search-unavailable", reaction: "stop-crawl", hint: "later" },
      });
    },
  });

  it("Composed queries are asked after each given number of pages, up to their maximum number", async () => {
    const engine = islands();
    const { ports, plan } = start(engine);
    assert.equal(await runCrawl(ports, plan), "frontier-empty");
    assert.deepEqual(
      engine.heard.map(({ query, limit }) => [query, limit]),
      [
        ["query 0", 2],
        ["query 1", 2],
        ["query 2", 2],
      ],
    );
    const queried = await eventsOf(ports, "queried");
    assert.deepEqual(queried, [
      { query: "query 0", pages: 4, results: 1, offered: 1 },
      { query: "query 1", pages: 8, results: 1, offered: 1 },
      { query: "query 2", pages: 12, results: 1, offered: 1 },
    ]);
    const paths = await pathsOf(ports);
    assert.deepEqual(paths.slice(0, 4), ["0", "1", "2", "3"]);
    assert.equal(paths.length, 10 + 2 * 3);
  });

  it("Composed queries give results that are scored, kept with their query, and followed like any link", async () => {
    const { ports, plan } = start(islands());
    await runCrawl(ports, plan);
    const island = await ports.records.get(aUrl(`${FAR}/island-0`));
    assert.deepEqual(island?.snippet, {
      anchor: `At ${FAR}/island-0`,
      before: "",
      after: "Some.",
      title: "",
      query: "query 0",
    });
    assert.deepEqual([island.depth, island.parent], [1, undefined]);
    assert.match(island.linkWhy, /^generation \d$/);
    const bay = await ports.records.get(aUrl(`${FAR}/bay-0`));
    assert.deepEqual([bay?.depth, bay?.parent], [2, island.url]);
    // What a query came to is told to the trainings after it.
    const excluded = (await eventsOf(ports, "answered")).map(({ exclude }) => exclude);
    assert.match(JSON.stringify(excluded.at(-1)), /query 0: 1\/1\.000/);
  });

  it("Composed queries are asked one after another when no link is left", async () => {
    const engine = islands();
    const { ports, plan } = start(engine, { queries: { ...QUERIES, every: 1_000, most: 2 } });
    assert.equal(await runCrawl(ports, plan), "frontier-empty");
    const queried = await eventsOf(ports, "queried");
    assert.deepEqual(
      queried.map(({ pages }) => pages),
      [10, 12],
    );
  });

  it("Composed queries can be the only start of a crawl", async () => {
    const { ports, plan } = start(islands(), { seeds: [] });
    await runCrawl(ports, plan);
    assert.deepEqual((await pathsOf(ports)).slice(0, 2), ["island-0", "bay-0"]);
  });

  it("Composed queries end when the strategy has no more, or every result is known", async () => {
    const engine = anEngine(() => [`${SITE}/0`]);
    const { ports, plan } = start(engine, { queries: { ...QUERIES, most: 5 } });
    assert.equal(await runCrawl(ports, plan), "frontier-empty");
    assert.equal(engine.heard.length, 5);
    assert.equal((await pathsOf(ports)).length, 10);
  });

  it("Composed queries exclude those already asked, including the ones for the seeds", async () => {
    const engine = islands();
    const queries = { ...QUERIES, asked: ["the user's", "own"] };
    const { ports, plan } = start(engine, { queries });
    await runCrawl(ports, plan);
    assert.deepEqual(
      engine.heard.map(({ query }) => query),
      ["query 2", "query 3", "query 4"],
    );
  });

  it("Composed queries come after the user's own where no start has asked those: one a draw, from the beginning", async () => {
    const engine = islands();
    const queries = { ...QUERIES, first: ["user 7", "user 8"] };
    const { ports, plan } = start(engine, { queries });
    assert.equal(await runCrawl(ports, plan), "frontier-empty");
    const queried = await eventsOf(ports, "queried");
    assert.deepEqual(
      queried.map(({ query, pages }) => [query, pages]),
      [
        ["user 7", 0],
        ["user 8", 1],
        ["query 2", 5],
      ],
    );
  });

  it("Composed queries may be none: the user's own queries start a crawl of any strategy without seeds", async () => {
    const strategy = aStrategy({ name: "breadth-first" });
    const queries = { ...QUERIES, most: 1, first: ["user 7"] };
    const { ports, plan } = start(islands(), { strategy, queries, seeds: [] });
    assert.equal(await runCrawl(ports, plan), "frontier-empty");
    assert.deepEqual((await pathsOf(ports)).toSorted(), ["bay-7", "island-7"]);
  });

  it("Composed queries of the user that get no answer are asked again after as many pages as others", async () => {
    const engine = islands();
    let turns = 0;
    const search: SearchProvider = {
      search: (...asked) => (turns++ === 0 ? deaf() : engine).search(...asked),
    };
    const { ports, plan } = start(search, { queries: { ...QUERIES, most: 1, first: ["user 7"] } });
    await runCrawl(ports, plan);
    assert.deepEqual(await eventsOf(ports, "queried"), [
      { query: "user 7", pages: 0, failed: "search-unavailable" },
      { query: "user 7", pages: 4, results: 1, offered: 1 },
    ]);
  });

  it("Composed queries are not asked without budget, without engine, or without a composing strategy", async () => {
    const engine = islands();
    const budget = { pages: 4, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity };
    const spent = start(engine, { budget });
    assert.equal(await runCrawl(spent.ports, spent.plan), "budget-pages");
    const plain = start(engine, { strategy: aStrategy({ name: "breadth-first" }) });
    assert.equal(await runCrawl(plain.ports, plain.plan), "frontier-empty");
    const unplanned = start(engine, { queries: undefined });
    await runCrawl(unplanned.ports, unplanned.plan);
    assert.deepEqual(engine.heard, []);
    const mute = start(undefined);
    assert.equal(await runCrawl(mute.ports, mute.plan), "frontier-empty");
    assert.deepEqual(await eventsOf(mute.ports, "queried"), []);
  });

  it("Composed queries offer results in scope, each once, and record the others as refused", async () => {
    const engine = anEngine(() => [`${FAR}/island-1`, `${FAR}/a.pdf`, `${FAR}/island-1#top`]);
    const { ports, plan } = start(engine, { queries: { ...QUERIES, most: 1, results: 9 } });
    await runCrawl(ports, plan);
    const [queried] = await eventsOf(ports, "queried");
    assert.deepEqual([queried?.["results"], queried?.["offered"]], [3, 1]);
    const { reasons } = await ports.frontier.count();
    assert.equal(reasons.get("refused:extension"), 1);
  });

  it("Composed queries are one step from the seeds, so a depth of 0 admits no result", async () => {
    const seeds = [aUrl(`${SITE}/0`)];
    const scope = compileScope({ ...DEFAULTS.scope, maxDepth: 0 }, { seeds, year: 2026 });
    const { ports, plan } = start(islands(), { scope, queries: { ...QUERIES, most: 1 } });
    await runCrawl(ports, plan);
    const { reasons } = await ports.frontier.count();
    // The island, and the second page of the chain.
    assert.equal(reasons.get("refused:depth"), 2);
  });

  it("Composed queries without an answer are logged and retried later, and the crawl continues", async () => {
    const engine = islands();
    const failing = deaf();
    let turns = 0;
    const search: SearchProvider = {
      search: (...asked) => {
        turns += 1;
        return (turns === 1 ? failing : engine).search(...asked);
      },
    };
    const { ports, plan } = start(search, { queries: { ...QUERIES, most: 1 } });
    assert.equal(await runCrawl(ports, plan), "frontier-empty");
    assert.deepEqual(await eventsOf(ports, "queried"), [
      { query: "query 0", pages: 4, failed: "search-unavailable" },
      { query: "query 0", pages: 8, results: 1, offered: 1 },
    ]);
  });

  it("Composed queries without an answer end a run that has nothing else to do", async () => {
    const { ports, plan } = start(deaf(), { queries: { ...QUERIES, every: 1_000 } });
    await assert.rejects(runCrawl(ports, plan), { code: "search-unavailable" });
    assert.equal((await pathsOf(ports)).length, 10);
    // Taken up again with an engine that answers, it goes on.
    await runCrawl({ ...ports, search: islands() }, plan);
    assert.equal((await pathsOf(ports)).length, 10 + 2 * 3);
  });

  it("Composed queries are counted over the whole life of a crawl", async () => {
    const engine = islands();
    const { ports, plan } = start(engine);
    for (const pages of [3, 4, 5, 9, 100]) {
      const budget = { pages, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity };
      await runCrawl(ports, { ...plan, budget });
    }
    assert.deepEqual(
      (await eventsOf(ports, "queried")).map(({ pages }) => pages),
      [4, 8, 12],
    );
    assert.equal(engine.heard.length, 3);
  });

  it("Composed queries are not paid for again when a crash prevented the offer of their results", async () => {
    const engine = islands();
    const { ports, plan } = start(engine);
    const { offer } = ports.frontier;
    const doomed = {
      ...ports,
      frontier: {
        ...ports.frontier,
        offer: async (...[links]: Parameters<typeof offer>) => {
          if (links.some(({ snippet }) => snippet?.query === "query 1")) throw new Error("crash");
          await offer(links);
        },
      },
    };
    await assert.rejects(runCrawl(doomed, plan), { message: "crash" });
    await runCrawl(ports, plan);
    assert.deepEqual(
      engine.heard.map(({ query }) => query),
      ["query 0", "query 1", "query 2"],
    );
    assert.deepEqual(
      (await eventsOf(ports, "queried")).map(({ query }) => query),
      ["query 0", "query 1", "query 2"],
    );
    assert.equal((await pathsOf(ports)).length, 10 + 2 * 3);
  });
});
