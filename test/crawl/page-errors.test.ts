import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Crawl } from "../../lib/crawl/crawl.ts";
import { harvestLink } from "../../lib/crawl/harvest-link.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { DowserError } from "../../lib/errors.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aStrategy } from "../support/a-strategy.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";

/** A breadth-first strategy that throws an error for some pages, over a site of 30. */
function failing(isFailing: (url: string) => boolean, error: unknown = new RangeError("a bug")) {
  const home = linking(...Array.from({ length: 30 }, (_, n) => `/${n}`));
  const all = Array.from({ length: 30 }, (_, n) => [`${SITE}/${n}`, linking()]);
  const web = scriptedWeb({ [`${SITE}/`]: home, ...Object.fromEntries(all) });
  const sound = aStrategy({ name: "breadth-first" });
  const plan = aPlan({
    strategy: {
      ...sound,
      compile: (model) => {
        const compiled = sound.compile(model);
        return {
          ...compiled,
          assessPage: (view, ...rest) => {
            if (isFailing(view.url)) throw error;
            return compiled.assessPage(view, ...rest);
          },
        };
      },
    },
  });
  return { web, plan, ports: memoryPorts(web, plan) };
}

describe("pages that cannot be read", () => {
  it("A page whose reading throws an error fails alone, with the error in its record", async () => {
    const { plan, ports } = failing((url) => url.endsWith("/7"));
    assert.equal(await runCrawl(ports, plan), "frontier-empty");
    const failed = (await recordsOf(ports)).filter(({ state }) => state === "failed");
    assert.deepEqual(
      failed.map(({ url, reason, status }) => [url, reason, status]),
      [[`${SITE}/7`, "page-error", 200]],
    );
    assert.match(failed[0]?.detail ?? "", /^RangeError: a bug\n +at /);
    assert.equal((await ports.frontier.count()).reasons.get("failed:page-error"), 1);
  });

  it("No head is stored of a page that cannot be read: a replay would read it as an empty page", async () => {
    const { plan, ports } = failing((url) => url.endsWith("/7"));
    await runCrawl(ports, plan);
    const failed = (await recordsOf(ports)).find(({ state }) => state === "failed");
    assert.deepEqual([failed?.reason, failed?.response], ["page-error", undefined]);
  });

  it("A crawl stops when ten pages in a row cannot be read, and tries as many again when it is continued", async () => {
    const { web, plan, ports } = failing((url) => url !== `${SITE}/`);
    const failing10 = { code: "pages-failing", reaction: "stop-crawl", message: /^10 .*a bug/ };
    await assert.rejects(runCrawl(ports, plan), failing10);
    assert.equal(web.asked.length, 11);
    await assert.rejects(runCrawl(ports, plan), failing10);
    assert.equal(web.asked.length, 21);
  });

  it("A crawl goes on when pages that cannot be read are not in a row", async () => {
    const { web, plan, ports } = failing((url) => !/[05]$|example\/$/.test(url));
    assert.equal(await runCrawl(ports, plan), "frontier-empty");
    assert.equal(web.asked.length, 31);
  });

  it("A crawl stops when none of its pages can be read, however few they are", async () => {
    const { web, plan, ports } = failing(() => true);
    await assert.rejects(runCrawl(ports, plan), { code: "pages-failing", message: /^1 .*a bug/ });
    assert.equal(web.asked.length, 1);
  });

  it("A crawl whose pages cannot be read waits for fetches in flight before it stops", async () => {
    const { plan, ports } = failing((url) => url !== `${SITE}/`);
    const crawl = await Crawl.open(ports, plan, { leasesOutliveProcess: false });
    const next = (inFlight: number) =>
      crawl.next({ inFlight, seconds: () => 0, dollars: () => 0 }, { limit: 1 });
    for (let pages = 0; pages < 11; pages += 1) {
      const decision = await next(0);
      assert.ok(decision.kind === "fetch");
      const [lease] = decision.draw.leases;
      assert.ok(lease);
      await crawl.complete(await harvestLink({ ports, plan, model: crawl.model }, lease));
    }
    assert.equal((await next(1)).kind, "wait");
    assert.equal((await next(0)).kind, "pages-failing");
  });

  it("A page fails alone when the error says that only it is to be dropped, or is no error at all", async () => {
    const dropped = new DowserError("not this one", {
      ...{ code: "run-broken", reaction: "drop", hint: "none" },
    });
    for (const error of [dropped, "no error"]) {
      const { plan, ports } = failing((url) => url.endsWith("/7"), error);
      assert.equal(await runCrawl(ports, plan), "frontier-empty");
      const failed = (await recordsOf(ports)).find(({ state }) => state === "failed");
      assert.match(failed?.detail ?? "", /not this one|^no error$/);
    }
  });

  it("A crawl stops at an error that says so itself, whichever page caused it", async () => {
    const error = new DowserError("no room", {
      ...{ code: "run-broken", reaction: "stop-crawl", value: undefined, hint: "make room" },
    });
    const { plan, ports } = failing((url) => url.endsWith("/7"), error);
    await assert.rejects(runCrawl(ports, plan), { code: "run-broken" });
  });
});
