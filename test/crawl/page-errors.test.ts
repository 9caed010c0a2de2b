import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { DowserError } from "../../lib/errors.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aStrategy } from "../support/a-strategy.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";

/** A breadth-first strategy that throws an error for some pages, over a site of 30. */
function failing(isFailing: (url: string) => boolean, error: Error = new RangeError("a bug")) {
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

  it("A crawl stops at an error that says so itself, whichever page caused it", async () => {
    const error = new DowserError("no room", {
      ...{ code: "run-broken", reaction: "stop-crawl", value: undefined, hint: "make room" },
    });
    const { plan, ports } = failing((url) => url.endsWith("/7"), error);
    await assert.rejects(runCrawl(ports, plan), { code: "run-broken" });
  });
});
