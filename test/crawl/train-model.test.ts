import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { lastModel } from "../../lib/crawl/train-model.ts";
import type { Strategy } from "../../lib/domain/strategy/strategy.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";

/** Learns how many pages were seen; from the third on it prefers late paths to early ones. */
const learning: Strategy<number> = {
  name: "learning",
  selection: { kind: "best" },
  merge: "greater",
  train: ({ visits }) => visits.length,
  compile: (pages) => {
    const priority = (url: string) => {
      const path = Number(url.slice(`${SITE}/`.length));
      return pages < 3 ? 1 / path : path;
    };
    return {
      assessPage: () => ({ utility: 1, isTarget: true, type: "page", why: `after ${pages}` }),
      scoreLinks: (page) =>
        page.anchors.map(({ url }) => ({
          url,
          priority: priority(url),
          group: "",
          snippet: undefined,
          why: "",
        })),
      rescoreLink: ({ url }) => ({ priority: priority(url), group: "", why: "again" }),
    };
  },
  isStale: ({ pages, pagesAtTraining }) => pages - pagesAtTraining >= 3,
};

const web = () =>
  scriptedWeb({
    [`${SITE}/`]: linking(...[1, 2, 3, 4, 5, 6].map((path) => `/${path}`)),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((path) => [`${SITE}/${path}`, ""])),
  });

const paths = (urls: readonly string[]) => urls.map((url) => url.slice(SITE.length));

describe("training", () => {
  it("happens when the model is stale, on what was seen, and re-scores what waits", async () => {
    const asked = web();
    const plan = aPlan({ strategy: learning });
    const ports = memoryPorts(asked, plan);
    await runCrawl(ports, plan);
    // Three pages by the first model; the second one turns the order round.
    assert.deepEqual(paths(asked.asked), ["/", "/1", "/2", "/6", "/5", "/4", "/3"]);
    const trained = (await ports.log.list()).filter(({ kind }) => kind === "trained");
    assert.deepEqual(
      trained.map(({ detail }) => [detail["pages"], detail["rescored"]]),
      [
        [0, 0],
        [3, 4],
        [6, 1],
      ],
    );
    const models = (await recordsOf(ports)).map(({ page, linkModel }) => [page?.model, linkModel]);
    const hashes = trained.map(({ detail }) => detail["model"]);
    assert.deepEqual(models[1], [hashes[0], hashes[0]]);
    assert.deepEqual(models[3], [hashes[1], hashes[1]]);
    assert.equal(new Set(hashes).size, 3);
  });

  it("is not done again by a resumed crawl: the last model goes on deciding", async () => {
    const plan = aPlan({ strategy: learning });
    const asked = web();
    const ports = memoryPorts(asked, plan);
    await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages: 4 } });
    const before = await lastModel(ports, plan);
    assert.equal(before?.pages, 3);
    await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages: 5 } });
    assert.deepEqual(paths(asked.asked), ["/", "/1", "/2", "/6", "/5"]);
    assert.equal((await lastModel(ports, plan))?.hash, before?.hash);
  });
});
