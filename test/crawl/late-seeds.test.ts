import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { CrawlPlan } from "../../lib/crawl/crawl-plan.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { until } from "../support/until.ts";

const SITE = "http://site.example";

const tree = {
  [`${SITE}/`]: linking("/a", "/b"),
  [`${SITE}/a`]: linking("/a1", "/a2"),
  [`${SITE}/b`]: linking("/b1"),
  [`${SITE}/a1`]: "",
  [`${SITE}/a2`]: "",
  [`${SITE}/b1`]: "",
};

const paths = (urls: readonly string[]) => urls.map((url) => url.slice(SITE.length));

describe("seeds that come while a crawl goes on", () => {
  const late = (...paths: readonly string[]) => paths.map((path) => aUrl(SITE + path));

  it("Late seeds are fetched, and the crawl waits for them when no link is left", async () => {
    const web = scriptedWeb(tree);
    const gate = Promise.withResolvers<undefined>();
    const plan = aPlan({
      lateSeeds: async (offer) => {
        await gate.promise;
        await offer(late("/late", "/a"));
      },
    });
    const ports = memoryPorts(web, plan);
    const end = runCrawl(ports, plan);
    await until("all links are fetched", async () => (await ports.records.totals()).pages === 6);
    gate.resolve(undefined);
    assert.equal(await end, "frontier-empty");
    assert.deepEqual(paths(web.asked), ["/", "/a", "/b", "/a1", "/a2", "/b1", "/late"]);
  });

  it("Late seeds are no longer looked for when the crawl has what it wants, or is paused", async () => {
    for (const [pages, pauses] of [
      [2, false],
      [100, true],
    ] as const) {
      const plan = aPlan({
        budget: { ...aPlan().budget, pages },
        lateSeeds: (_offer, signal) =>
          new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
      });
      const ports = memoryPorts(scriptedWeb(tree), plan);
      const pause = new AbortController();
      const end = runCrawl(ports, plan, pause.signal);
      const all = Math.min(pages, 6);
      await until("pages are fetched", async () => (await ports.records.totals()).pages === all);
      if (pauses) pause.abort();
      assert.equal(await end, pauses ? "paused" : "budget-pages");
    }
  });

  it("What goes wrong with late seeds ends the crawl with its error", async () => {
    const lateSeeds = () => Promise.reject(new RangeError("no disk"));
    const plan = aPlan({ lateSeeds });
    await assert.rejects(runCrawl(memoryPorts(scriptedWeb(tree), plan), plan), /no disk/);
  });

  it("That few of the discovered links are left is no end as long as more may come", async () => {
    const many = Array.from({ length: 60 }, (_, at) => `/page${at}`);
    const pages = many.map((path) => [SITE + path, "<p>bees</p>"] as const);
    const web = scriptedWeb({ ...Object.fromEntries(pages), [`${SITE}/`]: linking(...many) });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const stop = { of: "discovered", recall: 0.5, confidence: 0.5 } as const;
    const plan = aPlan({ stop });
    const end = (lateSeeds: CrawlPlan["lateSeeds"]) =>
      runCrawl(memoryPorts(web, plan, { drawsByChance: true }), { ...plan, lateSeeds });
    assert.equal(await end(undefined), "few-left");
    let isOver = false;
    const waiting = end((_offer, signal) => {
      signal.addEventListener("abort", () => resolve(undefined));
      return promise;
    }).finally(() => {
      isOver = true;
    });
    const fetched = web.asked.length;
    await until("as many pages are fetched again", () => web.asked.length >= 2 * fetched);
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    assert.ok(!isOver);
    resolve(undefined);
    assert.equal(await waiting, "few-left");
  });
});
